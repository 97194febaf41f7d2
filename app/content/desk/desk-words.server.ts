import type { Language } from '#app/content/language.ts';
import { desk } from './desk.server.ts';
import { enquiryWords } from './enquiry.server.ts';
import { exportWords } from './exports.server.ts';
import { fileWords } from './files.server.ts';
import { replyWords } from './reply/replies.server.ts';
import { keyWords } from './list/keys.server.ts';
import { handlingWords } from './handling.server.ts';

/** What the list of enquiries says in one language, and what an open one does, if one `isOpen`. */
export function deskWords(language: Language, isOpen: boolean) {
  return {
    ...desk[language],
    enquiry: enquiryWords[language],
    exports: exportWords[language],
    files: fileWords[language],
    replies: isOpen ? replyWords[language] : null,
    keys: keyWords[language],
    handling: handlingWords[language],
  };
}

export type DeskWords = ReturnType<typeof deskWords>;
