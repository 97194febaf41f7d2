import type { Language } from '#app/content/language.ts';
import { contact } from './contact.server.ts';

const subjects: Record<Language, string> = {
  en: 'Your enquiry to DRYS',
  el: 'Το αίτημά σας στην DRYS',
};

/** The subject of a reply, in the language of the enquiry; `project` is its type as stored. */
export function replySubject(language: Language, project: string): string {
  const types: Record<string, string> = contact[language].projectTypes;
  return `${subjects[language]}: ${types[project] ?? project}`;
}
