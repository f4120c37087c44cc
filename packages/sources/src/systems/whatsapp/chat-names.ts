import path from 'node:path';

/** The facts about a chat that its path states. */
export interface ChatName {
  /** The name of the person or the group. */
  readonly title: string;
  /** The title with the number that distinguishes files of the same name. */
  readonly name: string;
  /** Whether WhatsApp named the file: otherwise the file may state another title. */
  readonly isOwn: boolean;
}

/** `WhatsApp Chat with Team`, in languages whose words between the two are known. */
const ofAndroid =
  /^.*whatsapp.*? (?:with|mit|con|com|avec|met|med|dengan|ile|з|с|со|z|με|cu|s|עם|مع)(?: контактом)? (.+)$/i;
const ofIos = /^.*whatsapp[^-]* - (.+)$/i;
const ofTurkey = /^(.+) ile whatsapp .+$/i;
const ofChina = /^[与與](.+)的 ?whatsapp/i;
const prefix = /^whatsapp[ _-]*(?:chat)?[ _-]*/i;

/** @param place path of the file, in which an archive is a folder */
export function chatNameIn(place: string): ChatName {
  const parts = path.resolve(place).split(path.sep);
  const file = parts.at(-1)!.replace(/\.txt$/i, '');
  const base = file === '_chat' ? (parts.at(-2) ?? '').replace(/\.zip$/i, '') : file;
  const found = [ofIos, ofAndroid, ofTurkey, ofChina].map((form) => form.exec(base)?.[1]);
  const name = (found.find((each) => each !== undefined) ?? base.replace(prefix, ''))
    .normalize('NFC')
    .trim();
  const own = name === '' ? base : name;
  return { name: own, title: own.replace(/ ?\(\d+\)$/, '') || own, isOwn: /whatsapp/i.test(base) };
}
