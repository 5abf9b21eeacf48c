import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { DockerfileParser } from 'dockerfile-ast'
import { describe, expect, onTestFinished, test } from 'vitest'
import { apps } from '../../scripts/lib/bundleApp.mjs'
import { run } from '../../scripts/lib/run.mjs'
import { listNetworks, readCompose, readEnvFile, type Service } from './test/compose.js'
import { findProblems, programs } from './test/programs.js'
import { listNeighbours } from './test/stack.js'

const folder = new URL('..', import.meta.url).pathname
const composeFile = join(folder, 'compose.yaml')

/** The program of a service: `gateway-1` runs the gateway. */
const toProgram = (service: string): string => service.replace(/-(\d|migrate)$/, '')

const openCompose = async () => {
  const env = await readEnvFile(join(folder, '.env.example'))
  return { env, compose: await readCompose(composeFile, env) }
}

describe('the Containerfile', async () => {
  const file = DockerfileParser.parse(await readFile(join(folder, 'Containerfile'), 'utf8'))
  const all = file.getInstructions().map((one) => ({ name: one.getKeyword(), text: one.getArgumentsContent() ?? '' }))
  const of = (name: string): readonly string[] => all.filter((one) => one.name === name).map(({ text }) => text)

  test('has an image for each app', () => {
    expect(of('FROM').flatMap((text) => /^runtime AS (\w+)$/.exec(text)?.[1] ?? [])).toEqual(Object.keys(apps))
  })

  test('pins the build image to a full version, and builds the app images from scratch', () => {
    expect(of('ARG')).toEqual([expect.stringMatching(/^NODE_IMAGE=\S+:\d+\.\d+\.\d+-\w+-slim$/)])
    const stages = of('FROM').map((text) => text.split(' AS ')[0])
    expect(stages[0]).toMatch(/^\$\{NODE_IMAGE\}$/)
    expect(stages[1]).toBe('scratch')
    expect(new Set(stages.slice(2))).toEqual(new Set(['runtime']))
  })

  test('runs nothing as root and nothing through a shell', () => {
    expect(of('USER')).toEqual(['65532:65532'])
    expect(all.findIndex(({ name }) => name === 'USER')).toBeLessThan(
      all.findIndex(({ name }) => name === 'ENTRYPOINT'),
    )
    const commands = [
      ...of('RUN'),
      ...of('ENTRYPOINT'),
      ...of('HEALTHCHECK').map((text) => text.slice(text.indexOf('CMD ') + 4)),
    ]
    expect(commands).toHaveLength(2 + 2 * Object.keys(apps).length)
    for (const command of commands)
      expect(JSON.parse(command)).toEqual(expect.arrayContaining([expect.stringMatching(/node$/)]))
    expect(of('ADD')).toEqual([])
    expect(of('STOPSIGNAL')).toEqual(['SIGTERM'])
    expect(of('CMD')).toEqual([])
  })

  test('starts the built program of each app', () => {
    const started = of('ENTRYPOINT').map((text) => (JSON.parse(text) as string[]).at(-1))
    expect(started).toEqual(Object.values(apps).map(({ program }) => `/app/dist/${program}`))
  })
})

describe('compose.yaml', () => {
  test('follows the Compose specification and passes its linter', async () => {
    const linter = new DCLinter({
      rules: {
        // services are in the order of their dependencies
        'service-keys-order': 0,
        'services-alphabetical-order': 0,
        'top-level-properties-order': 0,
        'service-ports-alphabetical-order': 0,
        // users reach the proxy from everywhere
        'no-unbound-port-interfaces': 0,
        'require-project-name-field': 2,
        'no-build-and-image': 0,
        // the formatter writes double quotes
        'require-quotes-in-ports': [2, { quoteType: 'double' }],
      },
      quiet: false,
      debug: false,
      exclude: [],
    } as never)
    const [result] = linter.lintFiles([composeFile], false)
    expect(result?.messages.map(({ line, rule, message }) => `${line}: ${rule}: ${message}`)).toEqual([])
  })

  test('requires the variables without a default, and .env.example sets them', async () => {
    await expect(readCompose(composeFile, {})).rejects.toThrow('VERSION is not set')
    const { compose } = await openCompose()
    expect(Object.keys(compose.services)).toEqual(
      expect.arrayContaining(['proxy', 'postgres', 'gateway-1', 'custody-2']),
    )
  })

  test('gives each program a valid environment together with its example settings', async () => {
    const { compose } = await openCompose()
    for (const [name, { image, env_file, environment = {} }] of Object.entries(compose.services)) {
      const program = toProgram(name)
      if (!(program in programs)) continue
      expect(image).toMatch(new RegExp(`/${program}:1\\.0\\.0$`))
      const example = await readEnvFile(join(folder, `${env_file}.example`))
      expect({ name, problems: await findProblems(program, { ...example, ...environment }) }).toEqual({
        name,
        problems: [],
      })
    }
    expect(await findProblems('gateway', { DATABSE_URL: 'x' })).not.toEqual([])
  })

  test('confines each container (read-only root, minimal capabilities, limits, restart) and publishes only the proxy', async () => {
    const { compose } = await openCompose()
    const added: Record<string, readonly string[] | undefined> = {}
    for (const [name, service] of Object.entries(compose.services)) {
      const limits = [service.mem_limit, service.pids_limit].every((limit) => limit !== undefined)
      const { read_only, cap_drop, security_opt, restart } = service
      expect({ name, limits, read_only, cap_drop, security_opt, restart }).toEqual({
        name,
        limits: true,
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        restart: name.endsWith('-migrate') ? 'no' : 'unless-stopped',
      })
      added[name] = service.cap_add
    }
    expect(Object.entries(added).filter(([, capabilities]) => capabilities)).toEqual([
      ['postgres', ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID']],
    ])
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports)
    expect(published.map(([name]) => name)).toEqual(['proxy'])
  })

  test('connects custody only to sites, the console and the database, and passes secrets as files', async () => {
    const { compose } = await openCompose()
    const metrics = (name: string): boolean => compose.networks[name] !== undefined && name === 'monitoring'
    const quiet = { ...compose, services: withoutNetwork(compose.services, metrics) }
    for (const name of ['custody-1', 'custody-2'])
      expect(listNeighbours(quiet, name).filter((other) => !other.startsWith('custody'))).toEqual([
        'site-1',
        'site-2',
        'console',
        'postgres',
      ])
    // the console reaches custody's listener for operators, never the one for sites
    const consoleNetworks = listNetworks(compose.services['console'] as Service).map(([network]) => network)
    expect(consoleNetworks).toEqual(['public', 'operators', 'gateway-operators', 'data'])
    expect(listNeighbours(quiet, 'proxy')).toEqual([
      'gateway-1',
      'gateway-2',
      'site-1',
      'site-2',
      'relay-1',
      'relay-2',
      'console',
    ])
    for (const [name, { internal }] of Object.entries(compose.networks))
      expect({ name, internal: internal ?? false }).toEqual({
        name,
        internal: !['public', 'custody-out'].includes(name),
      })
    // on the monitoring network, custody's own port is closed: it listens only on its address in the sites' network
    for (const [name, service] of Object.entries(compose.services).filter(([one]) => /^custody-\d$/.test(one))) {
      const addresses = Object.fromEntries(listNetworks(service))
      const { CUSTODY_HOST, OPERATOR_HOST } = service.environment ?? {}
      expect({ name, CUSTODY_HOST, OPERATOR_HOST }).toEqual({
        name,
        CUSTODY_HOST: addresses['custody'],
        OPERATOR_HOST: addresses['operators'],
      })
    }
    // the proxy's network doesn't reach the gateways' API for operators either
    for (const name of ['gateway-1', 'gateway-2']) {
      const service = compose.services[name]
      const addresses = Object.fromEntries(service ? listNetworks(service) : [])
      expect(service?.environment?.['ADMIN_HOST']).toBe(addresses['gateway-operators'])
    }
    for (const { environment = {} } of Object.values(compose.services))
      for (const [name, value] of Object.entries(environment))
        if (/(PASSWORD|TOKEN|SECRET|DATABASE_URL|SMTP_URL|KEK)/.test(name)) expect(String(value)).toMatch(/^\//)
  })

  test('lets Prometheus read the metrics of every program on its network', async () => {
    const { compose } = await openCompose()
    const watched = Object.entries(compose.services).filter(([, service]) =>
      listNetworks(service).some(([network]) => network === 'monitoring'),
    )
    expect(watched.map(([name]) => toProgram(name))).toEqual(
      ['gateway', 'site', 'custody', 'relay'].flatMap((name) => [name, name]),
    )
    for (const [name, { environment = {} }] of watched) {
      const prefix = name.startsWith('relay') ? 'RELAY_' : ''
      expect(environment, name).toHaveProperty(`${prefix}METRICS_PORT`)
      expect(environment, name).toHaveProperty(`${prefix}METRICS_HOST`, '0.0.0.0')
    }
  })

  test('writes backups to a mounted host folder with the commands in README.md, without a fixed address', async () => {
    const { compose } = await openCompose()
    const readme = await readFile(join(folder, 'README.md'), 'utf8')
    const backups = [
      ...readme.matchAll(/^docker compose run --rm --volume "\$PWD\/\w+:(\/\w+)" (\S+) backup "(.+)"$/gm),
    ]
    expect(backups.map(([, , service = '']) => service)).toEqual(['custody-migrate', 'gateway-migrate'])
    for (const [, mount = '', name = '', file = ''] of backups) {
      const service = compose.services[name] as Service
      expect(file.startsWith(`${mount}/`)).toBe(true)
      // runs while all others do, whose addresses it must not need
      expect(listNetworks(service).map(([, address]) => address)).toEqual([undefined])
      expect(service.secrets).toContain(name.startsWith('custody') ? 'vault-database-url' : 'gateway-database-url')
    }
  })

  test('uses every secret, and takes each from a file that setup.sh or the README creates', async () => {
    const { compose } = await openCompose()
    const setup = await readFile(join(folder, 'setup.sh'), 'utf8')
    const services = /for service in ([\w ]+); do/.exec(setup)?.[1]?.split(' ') ?? []
    const made = [
      ...services.flatMap((service) => [`${service}-database-url`, `${service}-migration-url`]),
      ...['gateway-operator-token', 'console-secret', 'console-vault-token', 'smtp-url'],
      ...['ca.pem', 'site.pem', 'site.key', 'custody.pem', 'custody.key', 'operator.pem', 'operator.key'].map(
        (name) => `tls/${name}`,
      ),
    ].map((name) => `./secrets/${name}`)
    for (const { file } of Object.values(compose.secrets)) expect(made).toContain(file)
    const used = Object.values(compose.services).flatMap(({ secrets = [] }) => secrets)
    expect(new Set(used)).toEqual(new Set(Object.keys(compose.secrets)))
  })
})

function withoutNetwork(
  services: Readonly<Record<string, Service>>,
  isLeftOut: (network: string) => boolean,
): Readonly<Record<string, Service>> {
  return Object.fromEntries(
    Object.entries(services).map(([name, service]) => {
      const kept = listNetworks(service).filter(([network]) => !isLeftOut(network))
      return [name, { ...service, networks: kept.map(([network]) => network) }]
    }),
  )
}

describe('the console token', () => {
  test.each(['README.md', '../docs/self-hosting.md'])(
    'is kept if its step in %s is repeated, because custody creates it only once',
    async (page) => {
      const place = await mkdtemp(join(tmpdir(), 'latchkey-token-'))
      onTestFinished(() => rm(place, { recursive: true }))
      await mkdir(join(place, 'secrets'))
      const blocks = [...(await readFile(join(folder, page), 'utf8')).matchAll(/^ *```sh\n(.*?)^ *```/gms)]
      const block = blocks.find(([, code]) => /secrets\/console-vault-token/.test(code ?? ''))?.[1] ?? ''
      await writeFile(join(place, 'step.sh'), block.replaceAll('/etc/latchkey/', ''))
      const bin = join(place, 'bin')
      await mkdir(bin)
      // like custody: the second time, the operator exists
      const command = `#!/bin/sh
case "$*" in *add-operator*) [ -e "${place}/made" ] && exit 1; touch "${place}/made"; echo '{"operator":"operator-console","token":"abc"}';; esac\n`
      for (const name of ['latchkey-command', 'docker', 'systemctl'])
        await writeFile(join(bin, name), command, { mode: 0o755 })
      for (const _ of ['once', 'again']) {
        const env = { PATH: `${bin}:${process.env['PATH']}` }
        await run('sh', [join(place, 'step.sh')], { cwd: place, capture: true, env })
        expect(await readFile(join(place, 'secrets/console-vault-token'), 'utf8')).toBe('abc\n')
      }
    },
  )

  test('is not stored on Kubernetes until custody has created one', async () => {
    const place = await mkdtemp(join(tmpdir(), 'latchkey-token-'))
    onTestFinished(() => rm(place, { recursive: true }))
    const blocks = [...(await readFile(join(folder, 'README.md'), 'utf8')).matchAll(/^```sh\n(.*?)^```/gms)]
    await writeFile(join(place, 'step.sh'), blocks.find(([, code]) => code?.includes('vault-token'))?.[1] ?? '')
    const command = `#!/bin/sh
case "$*" in
  *add-operator*) [ -e "${place}/ready" ] || exit 1; echo '{"operator":"operator-console","token":"abc"}';;
  *'generic latchkey-console '*) echo "$*" >> "${place}/created";;
esac\n`
    for (const name of ['kubectl', 'helm']) await writeFile(join(place, name), command, { mode: 0o755 })
    const follow = (): ReturnType<typeof run> =>
      run('sh', [join(place, 'step.sh')], { capture: true, env: { PATH: `${place}:${process.env['PATH']}` } })
    await follow()
    expect(await readdir(place)).not.toContain('created')
    await writeFile(join(place, 'ready'), '')
    await follow()
    expect(await readFile(join(place, 'created'), 'utf8')).toMatch(/ --from-literal=vault-token=abc\n$/)
  })
})

describe('setup.sh', () => {
  test('leaves no empty secrets if openssl fails, and creates all of them on the next run', async () => {
    const place = await mkdtemp(join(tmpdir(), 'latchkey-setup-'))
    onTestFinished(() => rm(place, { recursive: true }))
    await copyFile(join(folder, 'setup.sh'), join(place, 'setup.sh'))
    await mkdir(join(place, 'bin'))
    await writeFile(join(place, 'bin/openssl'), '#!/bin/sh\nexit 127\n', { mode: 0o755 })
    const setUp = (path = ''): ReturnType<typeof run> =>
      run('sh', [join(place, 'setup.sh')], { capture: true, env: { PATH: `${path}${process.env['PATH']}` } })
    const readSecrets = async (): Promise<readonly string[]> => {
      const entries = await readdir(join(place, 'secrets'), { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile())
      return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')))
    }
    const failed = await setUp(`${join(place, 'bin')}:`)
    expect(failed.code).not.toBe(0)
    expect(failed.output).toContain('secrets/postgres/superuser')
    expect(await readSecrets()).toEqual([])
    expect((await setUp()).code).toBe(0)
    const secrets = await readSecrets()
    expect(secrets).toHaveLength(19)
    for (const secret of secrets) expect(secret).toMatch(/[0-9a-f]{48}/)
  })
})

describe('the example settings', () => {
  test('exist for each program and name only its variables, even in comments', async () => {
    const files = (await readdir(join(folder, 'env'))).filter((name) => name.endsWith('.env.example'))
    expect(files.map((name) => name.slice(0, -'.env.example'.length)).sort()).toEqual(Object.keys(programs).sort())
    for (const name of files) {
      const text = await readFile(join(folder, 'env', name), 'utf8')
      const names = [...text.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, variable]) => variable ?? '')
      const known = programs[name.slice(0, -'.env.example'.length)] ?? []
      // a secret's variable may point to a file instead
      const unknown = names.filter((one) => !known.includes(one) && !known.includes(one.replace(/_FILE$/, '')))
      expect({ name, unknown }).toEqual({ name, unknown: [] })
    }
  })

  test('in JSON files are readable by the programs', async () => {
    const { readChains } = await import('../../apps/gateway/src/chains/config.js')
    const { readNetworks } = await import('../../apps/vault/src/networks/networks.js')
    const { readProjects } = await import('../../apps/vault/src/projects/parseProjects.js')
    const at = (name: string): string => join(folder, 'config', `${name}.example.json`)
    expect(await readChains(at('chains'))).toHaveLength(1)
    expect(await readNetworks(at('networks'))).toHaveLength(1)
    expect([...(await readProjects(at('projects'))).keys()]).toEqual(['my-app'])
  })
})
