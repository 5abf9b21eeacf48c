import { type ChildProcess, spawn } from 'node:child_process'
import { endWithParent } from '../process/endWithParent.js'
import { signalChild } from '../process/signalChild.js'
import { anvilBinary } from './anvilBinary.js'

/** A node that listens; what it serves is not yet checked. */
export type SpawnedAnvil = {
  readonly child: ChildProcess
  readonly port: number
  /** Settles when the node and what watched it are gone. */
  readonly ended: Promise<void>
  /** What the node has said on stderr so far. */
  readonly stderr: () => string
}

export type SpawnAnvilOptions = { readonly args: readonly string[]; readonly timeoutMs: number }

/** Waits for the node's own "Listening on", so that another node on the same port is never taken for it. */
export function spawnAnvil({ args, timeoutMs }: SpawnAnvilOptions): Promise<SpawnedAnvil> {
  const child = spawn(anvilBinary(), args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  let stdout = ''
  let listening = false
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = (stderr + chunk).slice(-4_000)
  })
  return new Promise((resolve, reject) => {
    const fail = (what: string): void => {
      signalChild(child, 'SIGKILL')
      reject(new Error(`anvil ${what}${stderr ? `: ${stderr.trim()}` : ''}`))
    }
    const deadline = setTimeout(() => fail(`did not start within ${timeoutMs} ms`), timeoutMs)
    child.once('error', (error) => {
      clearTimeout(deadline)
      reject(new Error('anvil could not be started', { cause: error }))
    })
    child.once('close', (code, signal) => {
      clearTimeout(deadline)
      fail(`ended at start (${signal ?? `code ${code}`})`)
    })
    const ended = endWithParent(child)
    // the pipe is read to the end of the node's life: a full one would stop it
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (listening) return
      stdout += chunk
      const port = /Listening on \S+:(\d+)/.exec(stdout)?.[1]
      if (!port) return
      listening = true
      clearTimeout(deadline)
      resolve({ child, port: Number(port), ended, stderr: () => stderr.trim() })
    })
  })
}
