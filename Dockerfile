# The sandbox as one program on a small Debian: no Node, no npm and no package manager's cache in the image, and nothing fetched while it
# runs. docs/container.md says how to use it.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN scripts/container/build.sh /image

FROM debian:bookworm-slim
COPY --from=build /image /
# The native module lies unpacked in the image: the file system may be read-only.
ENV XDG_CACHE_HOME=/var/cache GATEWAY_SANDBOX_HOST=0.0.0.0
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 4700
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=3s --timeout=5s CMD ["gateway-sandbox", "health"]
ENTRYPOINT ["gateway-sandbox"]
CMD ["start"]
