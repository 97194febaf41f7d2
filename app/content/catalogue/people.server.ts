import type { Language } from '#app/content/language.ts';
import { getPhoneHref } from '#app/content/phone-href.server.ts';
import { getSiteContent, presentPicture } from '#app/content/site-content.server.ts';
import { getPageTexts } from '#app/content/texts/site.server.ts';

/** Returns the published people in the order of the desk, with their heading (VP-7); null while there are none. */
export function presentWhoAnswers(language: Language) {
  const people = getSiteContent().people.map(({ content }) => {
    const { title, role, languages, phone, pictures } = content;
    const name = title[language];
    const [picture] = pictures;

    return {
      name,
      role: role[language],
      languages,
      phone,
      phoneHref: getPhoneHref(phone),
      picture: picture && presentPicture(picture, language, { title: name }, 1),
    };
  });

  if (people.length === 0) return null;
  return { heading: getPageTexts(language).whoAnswers, people };
}
