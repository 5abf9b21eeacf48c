import { readFileSync } from 'node:fs'
import { run } from './run.mjs'

/**
 * Installs packages on Debian or Ubuntu, if the user is allowed to. Rejects with the reason if that fails.
 *
 * @param {readonly string[]} packages
 */
export async function installPackages(packages) {
  if (!isDebian()) throw new Error('this system is neither Debian nor Ubuntu.')
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const steps = [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', ...packages],
  ]
  for (const step of steps) {
    const [command = '', ...args] = [...asRoot, ...step]
    const { code } = await run(command, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } }).catch(() => ({ code: 1 }))
    if (code !== 0) throw new Error(`"${[command, ...args].join(' ')}" failed.`)
  }
}

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    // no such file: another operating system
    return false
  }
}
