# Builds the site and copies only what the server needs. It writes only to the volume /data, so run it with --read-only.
FROM node:26-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY app app
COPY db db
COPY public public
COPY scripts scripts
COPY react-router.config.ts tsconfig.json vite.config.ts ./
# Removes what the server does not need: originals of pictures and film, image and bench scripts, SQLite's sources, and
# binaries for other platforms.
RUN npm run build && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf app/content/pictures app/content/film scripts/bench scripts/images.ts scripts/dev-media.ts \
    node_modules/better-sqlite3/deps node_modules/better-sqlite3/src \
    node_modules/better-sqlite3/prebuilds/darwin-* node_modules/better-sqlite3/prebuilds/win32-* \
    node_modules/better-sqlite3/prebuilds/linuxmusl-*

FROM node:26-slim
# With a read-only root, SQLite can write temporary files only to /data.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SQLITE_TMPDIR=/data
# How messages name the operator's commands.
ENV OPERATOR_COMMAND="docker exec drys node scripts/{command}.ts"
WORKDIR /site
# The server reads public/ too; the build contains all of it.
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
