import { bilingual } from '#app/content/language.ts';

// Apart from site.server.ts, which needs the company, which needs the published content.
export const pictureWords = bilingual({
  en: { photographBy: 'Photograph by' },
  el: { photographBy: 'Φωτογραφία:' },
});
