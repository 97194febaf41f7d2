# Builds the site, then keeps only what serving it needs. The data lives in the volume /data, the only place that is
# written to: run it with --read-only.
FROM node:26-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY app app
COPY db db
COPY public public
COPY scripts scripts
COPY react-router.config.ts tsconfig.json vite.config.ts ./
# Not served: the originals of the design's pictures and the film, whose made sizes are in the build, what makes and measures
# them, the sources of SQLite, and what is compiled for other machines.
RUN npm run build && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf app/content/pictures app/content/film scripts/bench scripts/images.ts scripts/dev-media.ts \
    node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
    node_modules/better-sqlite3/prebuilds/darwin-* node_modules/better-sqlite3/prebuilds/win32-* \
    node_modules/better-sqlite3/prebuilds/linuxmusl-*

FROM node:26-slim
# SQLite has no other place for what it sorts.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SQLITE_TMPDIR=/data
WORKDIR /site
# What is served is looked for in public/ too; the build has all of it.
RUN mkdir -m 700 /data && chown node:node /data && ln -s build/client public
COPY --from=build /site/node_modules node_modules
COPY --from=build /site/package.json package.json
COPY --from=build /site/app app
COPY --from=build /site/db db
COPY --from=build /site/scripts scripts
COPY --from=build /site/build build
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/serve.ts"]
