import type { Plugin } from 'vite';

/**
 * Serves the pictures, PDFs and sharing previews of the data folder in the development server, which does
 * without the site's own HTTP server. PDFs of drafts need no sign-in: it is reachable on this machine only.
 */
export function createDevMediaPlugin(): Plugin {
  return {
    name: 'drys-dev-media',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [path = '/'] = (request.url ?? '/').split('?');
        const load = () => server.ssrLoadModule('/app/http/static-files.server.ts');
        const isMedia = /^\/(?:media-files|og|clients|financial-data|certificates)\/.+\.\w+$/.test(
          path,
        );
        if (!isMedia) return next();
        load()
          .then(async (module) => {
            const { serveEntryFile, serveMedia, servePreviewCard } =
              module as typeof import('#app/http/static-files.server.ts');
            const isServed =
              (await serveEntryFile(path, request, response)) ||
              (await servePreviewCard(path, request, response)) ||
              (await serveMedia(path, request, response, () => Promise.resolve(true)));
            if (!isServed) next();
          })
          .catch(next);
      });
    },
  };
}
