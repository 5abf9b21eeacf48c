import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { endWithParent, signalChild } from '../node/process.js'

/** A node that listens; what it serves is not yet checked. */
export type SpawnedAnvil = {
  readonly child: ChildProcess
  readonly port: number
  /** Settles when the node and what watched it are gone. */
  readonly ended: Promise<void>
  /** What the node has said on stderr so far. */
  readonly stderr: () => string
}

type SpawnAnvilOptions = { readonly args: readonly string[]; readonly timeoutMs: number }

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

const anvilPackages: Readonly<Record<string, string>> = {
  'darwin-arm64': 'anvil-darwin-arm64',
  'darwin-x64': 'anvil-darwin-amd64',
  'linux-arm64': 'anvil-linux-arm64',
  'linux-x64': 'anvil-linux-amd64',
  'win32-x64': 'anvil-win32-amd64',
}

/** Path of the native binary: the script around it would stay between us and the process that has to be ended. */
function anvilBinary(): string {
  const platform = `${process.platform}-${process.arch}`
  const name = anvilPackages[platform]
  if (!name)
    throw new Error(`There is no anvil for ${platform}; it exists for ${Object.keys(anvilPackages).join(', ')}`)
  const require = createRequire(import.meta.url)
  const wrapper = require.resolve('@foundry-rs/anvil/package.json')
  const folder = dirname(createRequire(wrapper).resolve(`@foundry-rs/${name}/package.json`))
  return join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
}
