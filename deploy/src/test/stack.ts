import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { findFreePort } from '@latchkey/devnet'
import { run } from '../../../scripts/lib/run.mjs'
import { type Compose, listNetworks, readCompose, toPodman } from './compose.js'
import { copyPrograms, findPostgres, type Podman } from './podman.js'
import { createCertificate, hosts } from './proxy.js'

const repository = new URL('../../..', import.meta.url).pathname
export const targets = ['gateway', 'site', 'custody', 'relay'] as const
const version = 'test'

/** Builds the images from deploy/Containerfile, with this machine's Node and Debian instead of the base image. */
export async function buildImages(podman: Podman, folder: string): Promise<void> {
  const base = join(folder, 'node')
  await copyPrograms(base, {
    programs: ['node', 'sh', 'bash', 'env', 'ldd', 'cat', 'cp', 'mkdir', 'rm', 'ls', 'uname', 'sed', 'dirname', 'grep'],
  })
  await mkdir(join(base, 'usr/local/bin'), { recursive: true })
  await mkdir(join(base, 'usr/local/lib/node_modules'), { recursive: true })
  await mkdir(join(base, 'root'))
  await mkdir(join(base, 'etc/ssl/certs'), { recursive: true })
  const authorities = '/etc/ssl/certs/ca-certificates.crt'
  await cp(authorities, join(base, authorities))
  const npm = (await capture('npm', ['root', '--global'])).trim()
  await cp(join(npm, 'npm'), join(base, 'usr/local/lib/node_modules/npm'), { recursive: true })
  const commands = [
    ...['npm', 'npx'].map((name) => `ln -s ../lib/node_modules/npm/bin/${name}-cli.js "$0/usr/local/bin/${name}"`),
    'mv "$0/usr/bin/node" "$0/usr/local/bin/node"',
    'echo "hosts: files dns" > "$0/etc/nsswitch.conf"',
    'echo "root:x:0:0::/root:/bin/sh" > "$0/etc/passwd"',
  ]
  await capture('sh', ['-c', commands.join(' && '), base])
  await commit(podman, base, { image: 'localhost/node-debian', config: ['--env=PATH=/usr/local/bin:/usr/bin'] })
  for (const target of targets)
    await podman.run(
      'buildah',
      'bud',
      '--layers',
      // the OCI format doesn't support HEALTHCHECK
      '--format=docker',
      '--isolation=chroot',
      '--network=host',
      `--env=NODE_EXTRA_CA_CERTS=${authorities}`,
      '--build-arg=NODE_IMAGE=localhost/node-debian',
      `--file=${join(repository, 'deploy/Containerfile')}`,
      `--target=${target}`,
      `--tag=localhost/latchkey/${target}:${version}`,
      repository,
    )
}

/**
 * Builds images of nginx and PostgreSQL from this machine's programs. They start like the official images, as far as
 * compose.yaml needs it.
 */
export async function buildNeighbours(podman: Podman, folder: string): Promise<void> {
  const postgres = findPostgres()
  if (postgres === undefined) throw new Error('PostgreSQL is not installed.')
  const tools = ['sh', 'cat', 'mkdir', 'chown', 'chmod', 'id', 'setpriv', 'env', 'ls', 'rm', 'sleep']
  const [proxy, database] = [join(folder, 'proxy'), join(folder, 'database')]
  await copyPrograms(proxy, { programs: [...tools, 'nginx', 'envsubst', 'awk'] })
  await copyPrograms(database, { programs: tools, folders: [postgres, postgres.replace('lib', 'share')] })
  await writeFile(
    join(proxy, 'entrypoint.sh'),
    `#!/bin/sh
set -eu
for file in /etc/nginx/templates/*.template; do
  name=\${file##*/}
  envsubst "$(awk 'BEGIN { for (name in ENVIRON) printf "\${%s} ", name }')" < "$file" > "$NGINX_ENVSUBST_OUTPUT_DIR/\${name%.template}"
done
exec "$@"
`,
    { mode: 0o755 },
  )
  await writeFile(
    join(database, 'entrypoint.sh'),
    `#!/bin/sh
set -eu
export PATH=${postgres}/bin:/usr/bin PGDATA=/var/lib/postgresql/data
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA"
  chown postgres:postgres "$PGDATA"
  chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "$0" "$@"
fi
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  initdb --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" --auth-local=trust --encoding=UTF8 --locale=C $POSTGRES_INITDB_ARGS
  printf 'host all all all scram-sha-256\\n' >> "$PGDATA/pg_hba.conf"
  pg_ctl --wait start -o "-c listen_addresses=''"
  export POSTGRES_USER=postgres
  for file in /docker-entrypoint-initdb.d/*.sh; do "$file"; done
  pg_ctl --wait --mode=fast stop
fi
exec postgres -c 'listen_addresses=*'
`,
    { mode: 0o755 },
  )
  const users = { proxy: 'nginx:x:101:101::/:/bin/sh', database: 'postgres:x:999:999::/:/bin/sh' }
  for (const [root, user] of [
    [proxy, users.proxy],
    [database, users.database],
  ] as const) {
    await writeFile(join(root, 'etc/passwd'), `root:x:0:0::/:/bin/sh\n${user}\n`)
    await writeFile(join(root, 'etc/group'), `root:x:0:\n${user.split(':')[0]}:x:${user.split(':')[3]}:\n`)
  }
  await capture('sh', [
    '-c',
    'ln -s ../usr/bin/env "$0/usr/bin/env.link"; mkdir -p "$0/var/run" "$0/var/lib/nginx" "$0/var/log/nginx"',
    proxy,
  ])
  await mkdir(join(database, 'var/run/postgresql'), { recursive: true })
  const path = '--env=PATH=/usr/bin'
  const entry = '--entrypoint=["/entrypoint.sh"]'
  await commit(podman, proxy, { image: 'localhost/nginx', config: [path, entry, '--user=101:101'] })
  await commit(podman, database, {
    image: 'localhost/postgres',
    config: [`--env=PATH=${postgres}/bin:/usr/bin`, entry],
  })
}

async function commit(
  podman: Podman,
  root: string,
  { image, config }: { readonly image: string; readonly config: readonly string[] },
): Promise<void> {
  const container = (await podman.run('buildah', 'from', 'scratch')).split('\n').at(-1) ?? ''
  await podman.run('buildah', 'copy', '--quiet', container, root, '/')
  await podman.run('buildah', 'config', ...config, container)
  await podman.run('buildah', 'commit', '--quiet', '--format=docker', '--rm', container, image)
}

async function capture(command: string, args: readonly string[]): Promise<string> {
  const { code, output } = await run(command, args, { capture: true })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${output}`)
  return output
}

export type Stack = {
  readonly compose: Compose
  readonly port: number
  /** An operator's folder: compose.yaml, secrets and settings. */
  readonly folder: string
  readonly toName: (service: string) => string
  readonly stop: () => Promise<void>
}

/** Starts all services of compose.yaml, after the preparation in README.md: settings, secrets and certificates. */
export async function startStack(
  podman: Podman,
  { origin, smtpPort, prefix }: { readonly origin: string; readonly smtpPort: number; readonly prefix: string },
): Promise<Stack> {
  const folder = await mkdtemp('/var/tmp/latchkey-stack-')
  for (const name of ['compose.yaml', 'setup.sh', 'nginx', 'postgres', 'env', 'config'])
    await cp(join(repository, 'deploy', name), join(folder, name), { recursive: true })
  const port = await findFreePort()
  const env = {
    VERSION: version,
    GATEWAY_HOST: hosts.gateway,
    SITE_HOST: hosts.site,
    RELAY_HOST: hosts.relay,
    CONSOLE_HOST: hosts.console,
    CONSOLE_FROM: 'all',
    HTTP_PORT: String(await findFreePort()),
    HTTPS_PORT: String(port),
    SUBNET: '10.89.40',
    NGINX_IMAGE: 'localhost/nginx',
    POSTGRES_IMAGE: 'localhost/postgres',
  }
  const compose = await readCompose(join(folder, 'compose.yaml'), env)
  const toName = (service: string): string => `${prefix}-${service}`
  const forward = await forwardTo(smtpPort)
  for (const [name, { internal, ipam }] of Object.entries(compose.networks))
    await podman.run(
      'podman',
      'network',
      'create',
      ...(internal ? ['--internal'] : []),
      ...(ipam?.config.map(({ subnet }) => `--subnet=${subnet}`) ?? []),
      toName(name),
    )
  const gateway = await podman.run(
    'podman',
    ...['network', 'inspect', '--format={{(index .Subnets 0).Gateway}}', toName('custody-out')],
  )
  await prepare(podman, folder, { origin, smtpUrl: `smtp://${gateway}:${forward.port}` })
  const started = new Set<string>()
  const start = async (name: string): Promise<void> => {
    if (started.has(name)) return
    started.add(name)
    const service = compose.services[name]
    for (const [other, { condition }] of Object.entries(service?.depends_on ?? {})) {
      await start(other)
      const [, ...test] = compose.services[other]?.healthcheck?.test ?? []
      if (condition === 'service_healthy') await podman.poll(60, 'exec', toName(other), ...test)
      else {
        const code = await podman.run('podman', 'wait', toName(other))
        if (code !== '0') throw new Error(`${other}: ${await podman.run('podman', 'logs', toName(other))}`)
      }
    }
    await podman.run(
      'podman',
      'run',
      '--detach',
      '--ulimit=nofile=4096:4096',
      '--ulimit=nproc=4096:4096',
      ...toPodman(name, { compose, folder, prefix }),
    )
  }
  for (const [name, { profiles }] of Object.entries(compose.services)) if (!profiles) await start(name)
  return {
    compose,
    port,
    folder,
    toName,
    stop: async () => {
      await podman.run('podman', 'rm', '--force', '--all', '--time=5', '--volumes')
      for (const name of Object.keys(compose.networks))
        await podman.run('podman', 'network', 'rm', '--force', toName(name))
      forward.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Performs the steps of README.md before the first start. */
async function prepare(
  podman: Podman,
  folder: string,
  { origin, smtpUrl }: { readonly origin: string; readonly smtpUrl: string },
): Promise<void> {
  for (const name of targets) await cp(join(folder, `env/${name}.env.example`), join(folder, `env/${name}.env`))
  const network = { id: 31_337, name: 'Local', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }
  const files = {
    'chains.json': [{ ...network, caipNetworkId: 'eip155:31337', rpcUrl: 'http://127.0.0.1:1' }].map(
      ({ id: _, ...chain }) => chain,
    ),
    'networks.json': [{ ...network, rpcUrls: { default: { http: ['http://127.0.0.1:1'] } } }],
    'projects.json': { demo: { name: 'Demo', origins: [origin] } },
  }
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, 'config', name), JSON.stringify(content))
  const gatewayEnv = `SIWX_ORIGINS=${origin}\n`
  await writeFile(join(folder, 'env/gateway.env'), gatewayEnv)
  await capture('sh', [join(folder, 'setup.sh')])
  await writeFile(join(folder, 'secrets/smtp-url'), smtpUrl)
  await podman.run(
    'podman',
    ...['run', '--rm', '--user=0', '--ulimit=nofile=4096:4096', '--ulimit=nproc=4096:4096', '--network=none'],
    `--volume=${join(folder, 'secrets')}:/secrets`,
    ...[`localhost/latchkey/custody:${version}`, 'create-certificates', '/secrets/tls', '--days=30'],
  )
  await capture('sh', [join(folder, 'setup.sh')])
  await createCertificate(join(folder, 'tls'), Object.values(hosts))
  await capture('chown', ['-R', '101:101', join(folder, 'tls')])
}

/** Forwards connections from containers to a port of this machine. */
async function forwardTo(port: number): Promise<{ readonly port: number; readonly stop: () => void }> {
  const server = createServer((socket) => {
    const behind = connect(port, '127.0.0.1')
    socket.on('error', () => behind.destroy()).on('close', () => behind.destroy())
    behind.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    socket.pipe(behind).pipe(socket)
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  return { port: (server.address() as { port: number }).port, stop: () => server.close() }
}

/** The services that share a network with another. */
export function listNeighbours(compose: Compose, name: string): readonly string[] {
  const own = new Set(listNetworks(compose.services[name] as Compose['services'][string]).map(([network]) => network))
  return Object.entries(compose.services)
    .filter(([other, service]) => other !== name && listNetworks(service).some(([network]) => own.has(network)))
    .map(([other]) => other)
}
