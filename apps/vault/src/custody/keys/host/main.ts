import { printConfig, readConfig, toStopOptions } from '@latchkey/server-kit/config'
import { printHelp } from '@latchkey/server-kit/help'
import { stopOnSignals } from '@latchkey/server-kit/http'
import { createLogger } from '@latchkey/server-kit/log'
import { wait } from '../../../clock/clock.js'
import { keyHostConfig } from '../../../settings/variables.js'
import { openKek, parseCommand, readKekOptions } from '../backends/openKek.js'
import { createAttestProgram, startKeyHost } from './serveKeyHost.js'

const help = `Usage: node dist/keyHost.js
       node dist/keyHost.js --print-config

Opens wallets for custody in a process of its own, until Ctrl-C. The environment or a file configures it;
apps/vault/README.md lists its variables.

  --print-config   prints the settings with where each comes from, without secrets, and what is wrong with them`

try {
  if (!printHelp(help)) await run(process.argv[2])
} catch (cause) {
  // one sentence for the operator; a stack adds nothing
  console.error(cause instanceof Error ? cause.message : cause)
  process.exitCode = 1
}

async function run(command: string | undefined): Promise<void> {
  const config = await readConfig(keyHostConfig, process.env)
  const { attempt, texts } = config
  const env = { ...process.env, ...texts }
  const kek = await attempt(() => openKek(readKekOptions(env)))
  const attest = await attempt(() => {
    const { KEY_HOST_ATTEST_COMMAND: name } = texts
    return name === undefined
      ? undefined
      : createAttestProgram(parseCommand('KEY_HOST_ATTEST_COMMAND', name), { env: process.env, wait })
  })
  if (command === '--print-config') return printConfig(config)
  const values = config.check()
  if (!kek) return
  const { warn } = createLogger({ level: values.LOG_LEVEL })
  const options = toStopOptions(values)
  const host = await startKeyHost({
    ...options,
    socket: values.KEY_HOST_SOCKET,
    isShared: values.KEY_HOST_SHARED,
    exportsPerHour: values.KEY_HOST_EXPORTS_PER_HOUR,
    createsKek: values.VAULT_KEK_CREATE,
    kek,
    attest,
    warn,
  })
  console.log(JSON.stringify({ ready: true, address: host.address }))
  stopOnSignals({ ...options, stop: host.stop })
}
