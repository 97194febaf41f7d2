import { bilingual } from '#app/content/language.ts';

// Separate from site.server.ts to avoid an import cycle: that file needs the published company.
export const pictureMessages = bilingual({
  en: { photographBy: 'Photograph by' },
  el: { photographBy: 'Φωτογραφία:' },
});
