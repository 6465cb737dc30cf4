# The sandbox as one program on a small Debian: no Node, no npm and no package manager's cache in the image, and nothing is fetched while
# it runs. docs/container.md says how to use it.
FROM node:24-bookworm-slim AS build
WORKDIR /build
# The dependencies first: they are fetched again only when they change.
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN scripts/container/build.sh /image

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="gateway-sandbox" \
      org.opencontainers.image.description="A local emulator of a payment gateway's REST API" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /image /
# The native module is unpacked in the image, and the local CA of --https belongs on the volume: the file system may be read-only.
ENV XDG_CACHE_HOME=/var/cache XDG_DATA_HOME=/data GATEWAY_SANDBOX_HOST=0.0.0.0
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 4700
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=3s --timeout=5s CMD ["gateway-sandbox-health"]
ENTRYPOINT ["gateway-sandbox"]
CMD ["start"]
