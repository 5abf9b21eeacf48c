import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { endWithParent, signalChild } from '../node/process.js'

/** A listening node whose chain is not verified yet. */
export type SpawnedAnvil = {
  readonly child: ChildProcess
  readonly port: number
  /** Settles when the node and its guard process have exited. */
  readonly ended: Promise<void>
  /** stderr so far. */
  readonly stderr: () => string
}

type SpawnAnvilOptions = { readonly args: readonly string[]; readonly timeoutMs: number }

/** Waits for the node's own "Listening on", so that another node on the same port is never mistaken for it. */
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
    // keep reading: a full pipe would block the node
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

/** Path of the native binary: with the wrapper script, signals would not reach the process. */
function anvilBinary(): string {
  const platform = `${process.platform}-${process.arch}`
  const name = anvilPackages[platform]
  if (!name)
    throw new Error(`anvil is not available for ${platform}, only for ${Object.keys(anvilPackages).join(', ')}`)
  const require = createRequire(import.meta.url)
  const wrapper = require.resolve('@foundry-rs/anvil/package.json')
  const folder = dirname(createRequire(wrapper).resolve(`@foundry-rs/${name}/package.json`))
  return join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
}
