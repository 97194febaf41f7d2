# Builds the site, then keeps only what serving it needs. The data lives in the volume /data.
FROM node:26-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# The originals of the pictures and the film are not served; their made sizes are in public/.
RUN npm run build && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf app/content/pictures app/content/film tests

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /site
RUN mkdir -m 700 /data && chown node:node /data
COPY --from=build /site/node_modules node_modules
COPY --from=build /site/package.json package.json
COPY --from=build /site/app app
COPY --from=build /site/db db
COPY --from=build /site/scripts scripts
COPY --from=build /site/public public
COPY --from=build /site/build build
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/serve.ts"]
