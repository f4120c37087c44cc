/** Answers that fit anywhere. */
export const anywhere: readonly string[] = [
  'Thank you!',
  'Perfect, see you on {day}.',
  'Good idea 👍',
  'I had the same problem last year.',
  'Let me check and come back to you.',
  'Sorry for the late answer, the week ran away from me.',
  'Ha, {name} said exactly the same yesterday.',
  'Sounds good to me.',
  'Unfortunately not this week.',
  'What time exactly?',
  'Is that the one at {place}?',
  'Great, that helps a lot.',
  '+1',
  'Could you send a photo?',
  'I am on the tram, more tonight.',
  'No idea, but {name} might know.',
  'Done ✅',
  'Wait, was it {day} or the day after?',
  'Only if it does not rain.',
  'Somebody should write that down somewhere.',
  'You made my day.',
  'That would be {time} then.',
  'Fine with me, as long as there is coffee.',
  'I am away until {day}, please go on without me.',
];

/** First messages between two people. */
export const privateOpeners: readonly string[] = [
  'Hi {name}, are you at the depot on {day}?',
  'Quick question: do you still have my drill bits?',
  'Could you swap the evening shift with me? {day} got complicated.',
  'Thanks again for helping with the move, I owe you a dinner.',
  'I found your thermos at {place}. Shall I bring it along?',
  'Do you want to go to the flea market on {day}? I would leave at {time}.',
  'How is the back? You looked stiff on {day}.',
  'Between us: the soup was too salty, wasn’t it?',
  'I have a spare ticket for {day}. It is yours if you like brass bands.',
  'My sister arrives at {time} and I am stuck at work. Could you let her in?',
  'Did you get the e-mail from the city? I do not understand paragraph {number}.',
  'Would you read something I wrote? It is only {number} pages.',
  'Can I borrow your trailer on {day}? I will return it with full tyres.',
  'Happy birthday! 🎂 Cake stands in the kitchen, second shelf.',
  'You left the light on in the darkroom. I turned it off and did not look, I promise.',
  'Are the keys with you?',
];

/** Answers between two people. */
export const privateReplies: readonly string[] = [
  'Yes, from {time} on.',
  'Of course. Ring twice.',
  'Ha, yes. I did not dare to say it.',
  'They are in my bag, I bring them on {day}.',
  'I would love to, but {day} is taken.',
  'Give me ten minutes.',
  'Already done 🙂',
  'No worries at all.',
  'Better, thanks. I should not carry pianos.',
  'Send it over, I have a long train ride.',
  'It is paragraph {number} that matters. Call me tonight?',
  'Sure, it is behind {place}, not locked.',
  'You are a treasure.',
  'Let us say {time}, I need to eat first.',
  'Not with me. Ask {name}?',
  'I was just about to write to you!',
  'See you there.',
  'OK 👌',
];

export const days: readonly string[] = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
];

export const places: readonly string[] = [
  'the tea kitchen',
  'the loading gate',
  'platform two',
  'the workshop door',
  'the long table',
  'the blue container',
  'the porter’s lodge',
  'the garden gate',
];

export const towns: readonly string[] = [
  'Canal Street',
  'Brickfield',
  'Old Harbour',
  'Lime Row',
  'Station Quarter',
  'Northgate',
  'Mill Lane',
];

/** Lines that people put under their profile. */
export const signatures: readonly string[] = [
  'Measure twice, swear once.',
  'If in doubt, more butter.',
  'Here for the cake, stayed for the band saw.',
  '"It worked yesterday."',
  'Bees, beans, bicycles.',
  'Slow, but in good company.',
  'Ask me about rhubarb; I will answer.',
  'Left-handed, right-minded',
  'I know where the good tape is.',
];
