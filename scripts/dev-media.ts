import type { Connect, Plugin } from 'vite';

const MEDIA_PATH = /^\/(?:media-files|og|clients|financial-data|certificates)\/.+\.\w+$/;

/**
 * Serves the pictures, PDFs and sharing previews of the data folder in the development server, which does
 * without the site's own HTTP server. PDFs of drafts need no login: it is reachable on this machine only.
 */
export function createDevMediaPlugin(): Plugin {
  return {
    name: 'drys-dev-media',
    apply: 'serve',
    configureServer(server) {
      const serveFromDataFolder: Connect.NextHandleFunction = async (request, response, next) => {
        const [path = '/'] = (request.url ?? '/').split('?');
        if (!MEDIA_PATH.test(path)) return next();

        try {
          const { serveEntryFile, serveMediaFile, servePreviewPicture } =
            (await server.ssrLoadModule(
              '/app/http/static-files.server.ts',
            )) as typeof import('#app/http/static-files.server.ts');

          // Files of drafts need no login here.
          const isSignedIn = () => Promise.resolve(true);
          const exchange = { path, request, response };
          const isServed =
            (await serveEntryFile(exchange)) ||
            (await servePreviewPicture(exchange)) ||
            (await serveMediaFile(exchange, isSignedIn));
          if (!isServed) next();
        } catch (error) {
          next(error);
        }
      };

      server.middlewares.use(serveFromDataFolder);
    },
  };
}
