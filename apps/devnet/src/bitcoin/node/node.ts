import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../http/server.js'
import { endWithParent, signalChild } from '../../node/process.js'
import { createNodeRpc, type NodeRpc } from './rpc.js'

type StartNodeOptions = {
  /** Path or name of the program. */
  readonly bitcoind: string
  readonly timeoutMs: number
}

export type RunningNode = {
  readonly pid: number
  readonly rpc: NodeRpc
  /** Calls the node for one of its wallets. */
  readonly walletRpc: (wallet: string) => NodeRpc
  /** Settles when the node has exited and its folder is removed. */
  readonly exited: Promise<void>
  readonly stop: () => Promise<void>
}

const cure =
  'Install Bitcoin Core or Bitcoin Knots, or set BITCOIND_PATH to its bitcoind; `npm start` fetches one on Debian.'

/** Starts bitcoind in regtest, in a temporary folder. It stops with `stop()` and with this process. */
export async function startNode({ bitcoind, timeoutMs }: StartNodeOptions): Promise<RunningNode> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bitcoin-'))
  const port = await findFreePort()
  await writeFile(join(folder, 'bitcoin.conf'), toNodeConfig(port))
  const child = spawn(bitcoind, [`-datadir=${folder}`], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said = (said + chunk).slice(-4_000)
  })
  let failure: Error | undefined
  child.once('error', (cause) => {
    failure = new Error(`bitcoind could not be started: ${cause.message}. ${cure}`, { cause })
  })
  const exited = endWithParent(child, folder).then(() => rm(folder, { recursive: true, force: true }))
  const stop = async (): Promise<void> => {
    const timer = setTimeout(() => signalChild(child, 'SIGKILL'), 5_000)
    signalChild(child, 'SIGTERM')
    await exited
    clearTimeout(timer)
  }
  const cookieFile = join(folder, 'regtest', '.cookie')
  const rpc = createNodeRpc({ port, cookieFile })
  try {
    await untilReady(rpc, child, timeoutMs)
  } catch (cause) {
    await stop()
    throw failure ?? new Error(`bitcoind is not usable: ${said.trim() || 'no output'}`, { cause })
  }
  return {
    pid: child.pid ?? 0,
    rpc,
    walletRpc: (wallet) => createNodeRpc({ port, cookieFile, wallet }),
    exited,
    stop,
  }
}

/** Retries until the node responds: at first there is no cookie, then no listener, then the node is warming up. */
async function untilReady(rpc: NodeRpc, child: ChildProcess, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  let last: unknown
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
      throw new Error('It exited at start', { cause: last })
    try {
      await rpc('getblockchaininfo')
      return
    } catch (error) {
      last = error
      await sleep(20)
    }
  }
  throw new Error(`It did not respond within ${timeoutMs} ms`, { cause: last })
}

/** The `bitcoin.conf` of a local node: no peers, no log, and the relay policy of most nodes. */
function toNodeConfig(rpcPort: number): string {
  return `regtest=1
[regtest]
rpcport=${rpcPort}
rpcbind=127.0.0.1
rpcallowip=127.0.0.1
listen=0
dnsseed=0
debuglogfile=0
printtoconsole=0
persistmempool=0
fallbackfee=0.00002
keypool=1
# Bitcoin Knots is stricter than Bitcoin Core, which ignores what it does not know here
softwareexpiry=0
datacarriersize=83
acceptnonstddatacarrier=1
permitbaredatacarrier=1
rejectparasites=0
rejecttokens=0
`
}
