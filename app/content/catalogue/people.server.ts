import type { PictureData } from '#app/content/catalogue/pictures.server.ts';
import type { Language } from '#app/content/language.ts';
import { getPhoneHref } from '#app/content/phone-href.server.ts';
import { getSiteContent, presentPicture } from '#app/content/site-content.server.ts';
import { getPageTexts } from '#app/content/texts/site.server.ts';

export interface Person {
  name: string;
  role: string;
  languages: string;
  phone: string;
  /** Undefined for a phone that cannot be dialled as it is written. */
  phoneHref: string | undefined;
  picture?: PictureData;
}

/** Returns the published people in the order of the desk, with their heading (VP-7); null while there are none. */
export function presentWhoAnswers(
  language: Language,
): { heading: string; people: readonly Person[] } | null {
  const people = getSiteContent().people.map(({ content }): Person => {
    const { title, role, languages, phone, pictures } = content;
    const name = title[language];
    const phoneHref = getPhoneHref(phone);
    const person = { name, role: role[language], languages, phone, phoneHref };

    const [picture] = pictures;
    if (!picture) return person;
    return { ...person, picture: presentPicture(picture, language, { title: name }, 1) };
  });

  if (people.length === 0) return null;
  return { heading: getPageTexts(language).whoAnswers, people };
}
