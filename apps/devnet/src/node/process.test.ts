import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { runSource } from '../test/programs.js'
import { signalChild } from './process.js'

describe('signalChild', () => {
  it('ends a child', async () => {
    const child = spawn('/bin/sh', ['-c', 'read _'])
    signalChild(child, 'SIGTERM')
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
  })

  it('spares this process where the child could not be started', async () => {
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
