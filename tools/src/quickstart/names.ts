/** First names and surnames of the forum; a handle is made of one of each. */
export const firstNames: readonly string[] =
  `Ada Agnes Aisha Alba Alfie Amara Anders Anja Anton Arun Astrid Ayse Beatriz Ben Bruno Carla Cem Chidi Clara
  Dana Daniel Deniz Dina Edith Eero Eilidh Elif Emeka Emil Erin Esther Fatima Felix Femke Finn Freya Gareth Gemma Goran
  Greta Hana Hanif Harriet Hugo Ida Ines Ingrid Isaac Ivana Jakob Jamila Jonas Josie Jude Kaito Karim Kasia Katrin Kofi
  Lara Leif Leila Lena Liam Lior Lotte Lucia Lukas Maeve Magda Malik Mara Marek Marta Matteo Mei Mila Mirek Moira Nadia
  Naoki Nell Niamh Nico Noor Olga Oskar Otto Padma Paul Petra Priya Quentin Rafael Rosa Ruben Ruth Sami Selma Sina Sofia
  Stellan Tamsin Tariq Tessa Theo Tomas Ulla Vera Viktor Wanda Wilf Yara Yusuf Zora`.split(/\s+/);

export const surnames: readonly string[] =
  `Abara Acker Ahlberg Amsel Baptiste Barlow Beck Birch Blume Borg Brandt Calder Castell Chandra Cole Conti Cuypers
  Dahl Darzi Demir Dorn Drummond Eide Ekström Ellery Engel Falk Farrow Fiedler Flint Fonseca Garnett Giordano Grebe Haas
  Hallam Hansen Hartig Hayes Hermans Holm Iqbal Iversen Jansen Jarvis Kamara Keller Kessler Khalil Kivi Kraus Kumar Lang
  Larkin Lind Lowe Madsen Marsh Mensah Meyer Moreau Moss Nagel Ndiaye Novak Nyberg Oduya Okafor Olsen Ortiz Paulsen
  Pereira Petrov Pohl Quinn Rahman Rao Reuter Ridley Rossi Sadler Sandoval Sato Schuster Silva Sorel Stern Strand Szabo
  Tanaka Thorne Tolan Ünal Valdes Vance Varga Vogel Wade Wagner Weir Wilde Winter Wójcik Yilmaz Zander Zeller`.split(
    /\s+/,
  );

/** Display names that a careless import would damage: quotes, commas, emoji, letters from everywhere. */
export const unusualNames: readonly (readonly [handle: string, name: string])[] = [
  ['jo-marsh', 'Jo "Spanner" Marsh'],
  ['pia-vogel', 'Pia Vogel 🦊'],
  ['ruth-bell', '"Captain" Ruth Bell'],
  ['tomas-ohara', "Tómas O'Hara"],
  ['xiaoyu-lin', '林小雨'],
  ['greta-holm', '👩‍🌾 Greta Holm'],
  ['lukasz-wojcik', 'Łukasz Wójcik ⚙️'],
  ['neela-rao', 'नीला राव'],
  ['ali-demir', 'Demir, Ali'],
  ['zoe-moreau', 'Zoë Moreau 🌻🐝'],
  ['leila-khalil', 'ليلى خليل'],
  ['bo-nyberg', 'Bo (the one with the van) Nyberg'],
];
