import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { firstLine, isAlive, runSource } from '../test/programs.js'
import { signalChild } from './process.js'

describe('endWithParent', () => {
  it.each([
    ['the parent process', ''],
    ['the whole process group of the parent', '-'],
  ])('ends children, including those in a process group of their own, when %s is killed', async (_, sign) => {
    const parent = await runSource({
      code: `
        import { spawn } from 'node:child_process'
        import { endWithParent } from './node/process.js'
        const near = spawn('/bin/sleep', ['600'])
        const apart = spawn('/bin/sh', ['-c', 'sleep 600 & echo $!; wait'], { detached: true })
        void endWithParent(near)
        void endWithParent(apart)
        apart.stdout.once('data', (pid) => console.log([near.pid, apart.pid, Number(pid)].join(' ')))
      `,
      isAlone: true,
    })
    const pids = (await firstLine(parent.stdout)).split(' ').map(Number)
    expect(pids.map(isAlive)).toEqual([true, true, true])
    process.kill(Number(`${sign}${parent.pid}`), 'SIGKILL')
    await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false, false]), { timeout: 5_000 })
  })
})

describe('signalChild', () => {
  it('sends the signal to a child', async () => {
    const child = spawn('/bin/sh', ['-c', 'read _'])
    signalChild(child, 'SIGTERM')
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
  })

  it('does not signal this process if the child could not be started', async () => {
    const parent = await runSource({
      code: `
        import { spawn } from 'node:child_process'
        import { signalChild } from './node/process.js'
        const child = spawn('/no/such/program')
        child.once('error', () => undefined)
        signalChild(child, 'SIGTERM')
        setTimeout(() => process.exit(7), 300)
      `,
      isAlone: true,
    })
    expect(await once(parent, 'exit')).toEqual([7, null])
  })
})
