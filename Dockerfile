# The sandbox as one program on a small Debian: the image contains no Node, no npm and no package manager's cache, and
# downloads nothing at run time. See docs/container.md.
FROM node:24-bookworm-slim AS build
WORKDIR /build
# The dependencies first, so that they are only installed again when they change.
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN scripts/container/build.sh /image

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="gateway-sandbox" \
      org.opencontainers.image.description="A local emulator of a payment gateway's REST API" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /image /
# The file system may be read-only: the native module is unpacked in the image, and the local CA of --https is on the volume.
ENV XDG_CACHE_HOME=/var/cache XDG_DATA_HOME=/data GATEWAY_SANDBOX_HOST=0.0.0.0
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 4700
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=3s --timeout=5s CMD ["gateway-sandbox-health"]
ENTRYPOINT ["gateway-sandbox"]
CMD ["start"]
