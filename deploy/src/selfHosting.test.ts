import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { run } from '../../scripts/lib/run.mjs'
import { provideCommands } from './test/podman.js'

const isLong = process.env['LATCHKEY_LONG'] !== undefined
const root = new URL('../../', import.meta.url).pathname
const units = [
  ...['custody@4179', 'custody@4189', 'site@4176', 'site@4186', 'gateway@4174', 'gateway@4184'],
  ...['relay@4185', 'relay@4195', 'console'],
].map((name) => `latchkey-${name}`)

/** Returns the commands of docs/self-hosting.md by step, as a reader copies them. */
async function readSteps(): Promise<ReadonlyMap<number, readonly string[]>> {
  const page = await readFile(join(root, 'docs/self-hosting.md'), 'utf8')
  const steps = page.slice(page.indexOf('## Production, step by step'), page.indexOf('### 8.')).split(/^### /m)
  return new Map(
    steps.map((step) => [
      Number.parseInt(step, 10),
      [...step.matchAll(/^```sh\n(.*?)^```/gms)].map(([, code]) => code ?? ''),
    ]),
  )
}

describe.runIf(isLong)('a Debian machine with systemd, set up as docs/self-hosting.md describes', () => {
  let parent: string
  /** The machine's root, which its users may enter. */
  let folder: string
  let obstacle: string | undefined
  let host: ReturnType<typeof spawn> | undefined
  /** The machine's first process. */
  let init: string
  const inside = async (command: string): Promise<string> => {
    const words = ['--target', init, '--mount', '--uts', '--ipc', '--net', '--pid', 'bash', '-c', command]
    const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' }
    const { code, output } = await run('nsenter', words, { capture: true, env })
    if (code === 0) return output
    const journal = ['--target', init, '--mount', '--pid', 'journalctl', '--no-pager', '--output=cat', '--lines=40']
    throw new Error(`${command}\n${output}\n${(await run('nsenter', journal, { capture: true })).output}`)
  }

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'latchkey-host-'))
    folder = join(parent, 'root')
    obstacle = await provideCommands({ debootstrap: 'debootstrap', 'systemd-nspawn': 'systemd-container' })
    if (obstacle !== undefined) return
    const packages =
      'systemd,systemd-sysv,dbus,postgresql,nginx-light,gettext-base,openssl,curl,ca-certificates,iproute2,procps'
    const made = await run('debootstrap', ['--variant=minbase', `--include=${packages}`, 'stable', folder], {
      capture: true,
    })
    if (made.code !== 0) {
      obstacle = `debootstrap failed: ${made.output.slice(-300)}`
      return
    }
    expect((await run('npm', ['run', 'bundle'], { cwd: root, capture: true })).code).toBe(0)
    await copyFile(process.execPath, join(folder, 'usr/bin/node'))
    await mkdir(join(folder, 'opt/clone'))
    await cp(join(root, 'deploy'), join(folder, 'opt/clone/deploy'), {
      recursive: true,
      filter: (path) => !path.endsWith('/deploy/node_modules'),
    })
    // with a private network, and not registered with this host's machine manager
    const words = ['--quiet', '--boot', '--private-network', '--register=no', '--keep-unit', `--directory=${folder}`]
    host = spawn('systemd-nspawn', words, { stdio: 'ignore' })
    await vi.waitFor(async () => {
      const { output } = await run('pgrep', ['--parent', `${host?.pid}`], { capture: true })
      init = output.trim()
      expect(await inside('systemctl is-active postgresql')).toBe('active\n')
    }, 60_000)
  }, 1_200_000)
  afterAll(async () => {
    if (host) {
      const ended = once(host, 'exit')
      await inside('systemctl poweroff').catch(() => host?.kill('SIGKILL'))
      await ended
    }
    await rm(parent, { recursive: true, force: true })
  })

  test('runs all services behind the proxy and prints an invite link for the first owner', async ({ skip }) => {
    skip(obstacle !== undefined, obstacle)
    const steps = await readSteps()
    // skips what needs a network: packages and the clone (both already here), and the certificate
    const commands = [1, 2, 3, 4, 5, 6, 7]
      .flatMap((step) => steps.get(step) ?? [])
      .filter((code) => !code.startsWith('apt-get'))
      .map((code) => code.replace('npm run bundle\n', '').replace(/^certbot (?:.*\\\n)*.*\n/m, ''))
    await writeFile(
      join(folder, 'opt/follow.sh'),
      ['set -e', 'cd /opt/clone', ...commands].join('\n').replace(/(?<=CONSOLE_FROM=)\S+/, 'all'),
    )
    const output = await inside('bash /opt/follow.sh 2>&1')
    expect(output).toMatch(/"words":"(?:[a-z]+ ){23}[a-z]+"/)
    expect(output).toMatch(/"link":"https:\/\/console\.example\.org\/invite#[\w-]+"/)
    expect((await inside(`systemctl is-active ${units.join(' ')}`)).trim().split('\n')).toEqual(
      units.map(() => 'active'),
    )
    for (const [name, path] of [
      ['gateway', 'ready'],
      ['wallet', 'ready'],
      ['relay', 'health/ready'],
      ['console', 'ready'],
    ] as const)
      expect(await inside(toRequest(`${name}.example.org`, path))).toBe('200')
    // the first drill follows the start
    await vi.waitFor(async () => {
      const metrics = await inside('curl --silent http://127.0.0.1:14179/metrics http://127.0.0.1:14189/metrics')
      expect(metrics).toMatch(/^latchkey_drill_last_success_timestamp_seconds [\d.]+$/m)
    }, 60_000)
  })

  test('serves every request while the instances restart one after the other, as for an upgrade', async ({ skip }) => {
    skip(obstacle !== undefined, obstacle)
    let isOver = false
    const codes = new Map<string, number>()
    const ask = async (name: string): Promise<void> => {
      while (!isOver) {
        const code = await inside(toRequest(`${name}.example.org`, 'ready'))
        codes.set(code, (codes.get(code) ?? 0) + 1)
      }
    }
    const asking = Promise.all(['gateway', 'wallet'].map(ask))
    for (const unit of units) await inside(`systemctl restart ${unit}`)
    isOver = true
    await asking
    expect([...codes.keys()]).toEqual(['200'])
    expect(codes.get('200')).toBeGreaterThan(units.length)
  })
})

/** Returns a command that prints the status of a response of the proxy, whose certificate is self-signed. */
function toRequest(name: string, path: string): string {
  return `curl --silent --insecure --output /dev/null --write-out '%{http_code}' --resolve ${name}:443:127.0.0.1 https://${name}/${path}`
}
