import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-parent-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each(/** @type {const} */ (['SIGKILL', 'SIGHUP']))(
  'stops the program gracefully if npm is killed by %s',
  async (signal) => {
    const module = new URL('parent.mjs', import.meta.url).href
    const program = `
    import { appendFileSync } from 'node:fs'
    import { stopWithParent } from '${module}'
    stopWithParent()
    setInterval(() => {}, 1000)
    process.once('SIGTERM', () => {
      appendFileSync('log', ' stopped in order')
      process.exit()
    })
    appendFileSync('log', String(process.pid))
  `
    writeFileSync(join(folder, 'program.mjs'), program)
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'node program.mjs' } }))
    const read = () => {
      try {
        return readFileSync(join(folder, 'log'), 'utf8')
      } catch {
        return ''
      }
    }
    // no signal reaches its group
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore', detached: true })
    const ended = once(npm, 'exit')
    await expect.poll(read).toMatch(/^\d+$/)
    npm.kill(signal)
    await ended
    await expect.poll(read).toMatch(/^\d+ stopped in order$/)
    await expect.poll(() => isAlive(Number.parseInt(read(), 10))).toBe(false)
  },
)

/** @param {number} pid */
function isAlive(pid) {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
