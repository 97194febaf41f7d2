import { type Language, pathIn } from '#app/content/language.ts';
import { companyWords, legalIdentity, navigation } from './company-words.server.ts';
import { pageWords } from './site-pages.server.ts';
import { siteWords } from './site-words.server.ts';

/**
 * What every public page shows around its own words, and in their place when it fails, in one
 * language.
 */
export function siteFrame(language: Language) {
  const { name, tagline, factory, offices, email, phone, social } = companyWords[language];
  const legal = legalIdentity[language];
  const { shell, footerLinks, otherLanguage } = siteWords[language];
  return {
    language,
    /** What the paths of this language begin with. */
    prefix: pathIn(language, '/').replace(/\/$/, ''),
    company: {
      name,
      tagline,
      factory: { label: factory.label, lines: factory.lines },
      offices: { label: offices.label, lines: offices.lines },
      email,
      phone,
      social,
      legal,
    },
    navigation: navigation[language],
    shell,
    footerLinks,
    otherLanguage,
    outOfOrder: pageWords[language].outOfOrder,
  };
}

export type SiteFrame = ReturnType<typeof siteFrame>;
