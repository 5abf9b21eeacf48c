import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { bundleCustody } from '../../apps/vault/src/custody/test/bundleCustody.js'
import { run } from '../../scripts/lib/run.mjs'
import { installTimeout, provideCommands } from './test/podman.js'
import { findProblems } from './test/programs.js'

const source = new URL('../systemd', import.meta.url).pathname
/** systemd itself rates an exposure below 2 of 10 as well protected. */
const exposureLimit = 1.5

let folder: string
let obstacle: string | undefined
let units: readonly string[]

beforeAll(async () => {
  obstacle = await provideCommands({ 'systemd-analyze': 'systemd' })
  units = (await readdir(source)).filter((name) => name.endsWith('.service'))
  // a root folder with only these units and what they refer to
  folder = await mkdtemp(join(tmpdir(), 'latchkey-units-'))
  for (const path of ['etc/systemd', 'usr/bin', 'usr/lib', 'etc/latchkey'])
    await mkdir(join(folder, path), { recursive: true })
  await cp(source, join(folder, 'etc/systemd/system'), { recursive: true })
  if (obstacle === undefined)
    await cp('/lib/systemd/system', join(folder, 'usr/lib/systemd/system'), { recursive: true })
  await symlink('usr/lib', join(folder, 'lib'))
  await copyFile('/bin/true', join(folder, 'usr/bin/node'))
  const lists = ['latchkey.sysusers.conf', 'latchkey-holder.sysusers.conf']
  const texts = await Promise.all(lists.map((name) => readFile(join(source, name), 'utf8')))
  const users = texts.flatMap((text) => text.match(/^u \S+/gm) ?? [])
  await writeFile(
    join(folder, 'etc/passwd'),
    ['root', ...users.map((line) => line.slice(2))].map((name, id) => `${name}:x:${id}:${id}::/:/bin/false\n`).join(''),
  )
}, installTimeout)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** `latchkey-gateway@.service` as the instance with a port. */
const toInstance = (unit: string): string => unit.replace('@.', '@4170.')

describe('the systemd units', () => {
  test('pass systemd’s verification and have a low exposure level', async ({ skip }) => {
    skip(obstacle !== undefined, obstacle)
    expect(units.length).toBeGreaterThan(4)
    for (const unit of units) {
      const verified = await run('systemd-analyze', ['verify', `--root=${folder}`, '--man=no', toInstance(unit)], {
        capture: true,
      })
      const own = verified.output
        .split('\n')
        .filter((line) => /latchkey/.test(line) && !/Failed to create .*\/start/.test(line))
      expect({ unit, own }).toEqual({ unit, own: [] })
      const { output } = await run(
        'systemd-analyze',
        ['security', '--offline=yes', `--root=${folder}`, '--no-pager', toInstance(unit)],
        { capture: true },
      )
      const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(output)?.[1])
      expect({ unit, isSafe: exposure <= exposureLimit, exposure }).toMatchObject({ unit, isSafe: true })
    }
  })

  test('exceed the exposure limit without the shared hardening settings', async ({ skip }) => {
    skip(obstacle !== undefined, obstacle)
    const bare = await mkdtemp(join(tmpdir(), 'latchkey-bare-'))
    await mkdir(join(bare, 'etc/systemd/system'), { recursive: true })
    await copyFile(join(source, 'latchkey-site@.service'), join(bare, 'etc/systemd/system/latchkey-site@.service'))
    const words = ['security', '--offline=yes', `--root=${bare}`, '--no-pager', 'latchkey-site@4176.service']
    const { output } = await run('systemd-analyze', words, { capture: true })
    await rm(bare, { recursive: true })
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(output)?.[1])).toBeGreaterThan(exposureLimit)
  })

  test('give each program a valid environment and use every credential that they load', async () => {
    const examples = new URL('../env/', import.meta.url)
    for (const unit of units.filter((name) => !name.includes('migrate'))) {
      const program = /^latchkey-(\w+)[@.]/.exec(unit)?.[1] ?? ''
      const lines = (await readFile(join(source, unit), 'utf8')).split('\n')
      const texts = lines.filter((line) => line.startsWith('Environment=')).flatMap((line) => line.slice(12).split(' '))
      const example = (await readFile(new URL(`${program}.env.example`, examples), 'utf8')).match(/^\w+=.*$/gm) ?? []
      const files =
        {
          site: siteFiles,
          custody: siteFiles.slice(0, 3),
          relay: ['RELAY_PUBLIC_URLS=wss://relay.example.org'],
          console: consoleFiles,
        }[program] ?? []
      const pairs = [...example, ...files, ...texts].map((text) => text.split(/=(.*)/s) as [string, string])
      const environment = Object.fromEntries(
        pairs.map(([name, value]) => [name, value.replaceAll('%i', '4170').replaceAll('%d', '/run/credentials')]),
      )
      expect({ unit, problems: await findProblems(program, environment) }).toEqual({ unit, problems: [] })
      const credentials = lines.flatMap((line) => /^LoadCredential=([\w.-]+):/.exec(line)?.[1] ?? [])
      const used = texts.flatMap((text) => /%d\/([\w.-]+)/.exec(text)?.[1] ?? [])
      expect({ unit, used: used.sort() }).toEqual({ unit, used: credentials.sort() })
    }
  })

  test('serve the metrics of every program that exports them', async () => {
    // the console has none: docs/monitoring.md
    for (const unit of units.filter((name) => !/migrate|console/.test(name)))
      expect(await readFile(join(source, unit), 'utf8'), unit).toMatch(/^Environment=.*METRICS_PORT=1/m)
  })

  test('restrict programs with keys to localhost, and allow each more time to stop than it needs', async () => {
    for (const name of ['latchkey-custody@.service', 'latchkey-holder.service']) {
      const unit = await readFile(join(source, name), 'utf8')
      expect(unit).toMatch(/^IPAddressDeny=any$/m)
      expect(unit.match(/^IPAddressAllow=.*$/gm)).toEqual(['IPAddressAllow=localhost'])
    }
    const shared = await readFile(join(source, 'latchkey-.service.d/hardening.conf'), 'utf8')
    // the programs' default pause, time for pending requests, and time to close the rest
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(shared)?.[1])).toBeGreaterThan(2 + 25 + 5)
  })
  test('let custody reach the machine’s name servers if set up as the guide describes', async () => {
    const guide = await readFile(new URL('../../docs/self-hosting.md', import.meta.url), 'utf8')
    const block = [...guide.matchAll(/^```sh\n(.*?)^```/gms)].find(([, code]) => code?.includes('network.conf'))?.[1]
    const place = await mkdtemp(join(tmpdir(), 'latchkey-network-'))
    await writeFile(join(place, 'resolv.conf'), '# made by hand\nnameserver 192.0.2.53\nnameserver fe80::1%eth0\n')
    await run('sh', ['-c', (block ?? '').replaceAll(/\/etc\/(?:systemd\/system\/)?/g, `${place}/`)], { capture: true })
    const file = await readFile(join(place, 'latchkey-custody@.service.d/network.conf'), 'utf8')
    await rm(place, { recursive: true })
    expect(file).toBe('[Service]\nIPAddressAllow=203.0.113.25 203.0.113.80 192.0.2.53 fe80::1\n')
  })
  test('of a share holder are installed on an empty machine, and updated, by the steps in the guide', async () => {
    const guide = await readFile(new URL('../../docs/self-hosting.md', import.meta.url), 'utf8')
    const part = guide.slice(guide.indexOf('### A second operator'), guide.indexOf('## The relay'))
    const [install = '', settings = ''] = [...part.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, code]) => code)
    const machine = await mkdtemp(join(tmpdir(), 'latchkey-holder-'))
    onTestFinished(() => rm(machine, { recursive: true }))
    for (const path of ['bin', 'etc/systemd/system', 'opt', 'usr/local/bin'])
      await mkdir(join(machine, path), { recursive: true })
    for (const name of ['systemd', 'env'])
      await cp(join(source, '..', name), join(machine, 'deploy', name), { recursive: true })
    const programs = {
      npm: 'mkdir -p deploy/dist/holder/dist; echo "$VERSION" > deploy/dist/holder/dist/holder.js',
      // creates the certificates in a new folder
      node: 'mkdir "$3"',
      runuser: '',
      'systemd-sysusers': '',
      systemctl: '',
    }
    for (const [name, code] of Object.entries(programs))
      await writeFile(join(machine, 'bin', name), `#!/bin/sh\n${code}\n`, { mode: 0o755 })
    const follow = (code: string, version: string): ReturnType<typeof run> =>
      run('sh', ['-e', '-c', code.replaceAll(/ \/(?=(?:etc|opt|usr)\/)/g, ` ${machine}/`)], {
        cwd: machine,
        capture: true,
        env: { PATH: `${join(machine, 'bin')}:${process.env['PATH']}`, VERSION: version },
      })
    expect(await follow(`${install}\n${settings}`, 'first')).toEqual({ code: 0, output: '' })
    expect((await stat(join(machine, 'etc/latchkey/secrets'))).mode & 0o777).toBe(0o700)
    expect(await follow(install, 'second')).toEqual({ code: 0, output: '' })
    expect(await readFile(join(machine, 'opt/latchkey/holder/dist/holder.js'), 'utf8')).toBe('second\n')
  })
  test('of custody start on a new machine with the key and the backup restored by the steps in the guide', async () => {
    const guide = await readFile(new URL('../../docs/self-hosting.md', import.meta.url), 'utf8')
    const part = guide.slice(guide.indexOf('### 10. If you lose the machine'), guide.indexOf('## The gateway'))
    const commands = [...part.matchAll(/^```sh\n(.*?)^```/gms)].map(([, code]) => code)
    const unit = await readFile(join(source, 'latchkey-custody@.service'), 'utf8')
    const kekFile = /^Environment=VAULT_KEK_FILE=(\S+)$/m.exec(unit)?.[1] ?? ''
    const machine = await mkdtemp(join(tmpdir(), 'latchkey-lost-'))
    onTestFinished(() => rm(machine, { recursive: true }))
    for (const path of ['bin', 'etc/latchkey/secrets', 'var/lib']) await mkdir(join(machine, path), { recursive: true })
    const custody = await bundleCustody()
    onTestFinished(custody.remove)
    const programs = {
      // runs as this account
      install:
        'for word; do shift; case $word in --owner=*|--group=*) ;; *) set -- "$@" "$word" ;; esac; done; /usr/bin/install "$@"',
      runuser: 'shift 3; exec "$@"',
      systemctl: 'echo "$*"',
      node: `shift; case $1 in restore-kek) echo '${words}' | ${process.execPath} ${custody.file} restore-kek ;; *) echo "$DATABASE_URL: $*" ;; esac`,
    }
    for (const [name, code] of Object.entries(programs))
      await writeFile(join(machine, 'bin', name), `#!/bin/sh\n${code}\n`, { mode: 0o755 })
    await writeFile(join(machine, 'etc/latchkey/custody.env'), 'MAIL_FROM=a\nVAULT_KEK_CREATE=1\n')
    await writeFile(join(machine, 'etc/latchkey/secrets/vault-database-url'), 'postgres://vault@127.0.0.1/vault\n')
    await writeFile(join(machine, 'vault.backup'), 'backup')
    const code = commands.join('').replaceAll(/(?<=[ =])\/(?=(?:etc|var)\/)/g, `${machine}/`)
    const { output } = await run('sh', ['-e', '-c', code], {
      cwd: machine,
      capture: true,
      env: { PATH: `${join(machine, 'bin')}:${process.env['PATH']}` },
    })
    expect(output.replaceAll(machine, '').split('\n')).toEqual([
      expect.stringMatching(/^{"restored":\["\w+"\]}$/),
      'start latchkey-custody-migrate',
      'postgres://vault@127.0.0.1/vault: restore --verify /var/lib/latchkey-custody/vault.backup',
      '',
    ])
    expect(await readFile(join(machine, kekFile), 'utf8')).toMatch(/^0{64}\s*$/)
    expect(await readFile(join(machine, 'etc/latchkey/custody.env'), 'utf8')).toBe('MAIL_FROM=a\n')
    expect(await readFile(join(machine, 'var/lib/latchkey-custody/vault.backup'), 'utf8')).toBe('backup')
  })
})

/** The key-encryption key of 32 zeros. */
const words = `${'abandon '.repeat(23)}art`

const consoleFiles = [
  'PUBLIC_URL=https://console.example.org',
  'VAULT_OPERATORS=https://127.0.0.1:24179,https://127.0.0.1:24189',
  'GATEWAY_ADMIN_URL=http://127.0.0.1:24174,http://127.0.0.1:24184',
  'RELAY_URL=http://127.0.0.1:4185',
]

/** What README.md tells operators to add to the examples on their own machine. */
const siteFiles = [
  'PUBLIC_URL=https://wallet.example.org',
  'VAULT_PROJECTS_FILE=/etc/latchkey/projects.json',
  'VAULT_NETWORKS_FILE=/etc/latchkey/networks.json',
  'CUSTODY=https://127.0.0.1:4179,https://127.0.0.1:4189',
]
