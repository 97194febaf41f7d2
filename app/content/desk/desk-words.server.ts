import type { Language } from '#app/content/language.ts';
import { desk } from './desk.server.ts';
import { enquiryWords, unsavedWords } from './enquiry.server.ts';
import { exportWords } from './exports.server.ts';
import { fileWords } from './files.server.ts';
import { handlingWords } from './handling.server.ts';

/** What the list of enquiries and an open one say, in one language. */
export function deskWords(language: Language) {
  return {
    ...desk[language],
    enquiry: enquiryWords[language],
    unsaved: unsavedWords[language],
    exports: exportWords[language],
    files: fileWords[language],
    handling: handlingWords[language],
  };
}

export type DeskWords = ReturnType<typeof deskWords>;
