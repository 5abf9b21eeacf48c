import { text } from 'node:stream/consumers'
import { printConfig, readTexts } from '@latchkey/server-kit/config'
import { printHelp } from '@latchkey/server-kit/help'
import { stopOnSignals } from '@latchkey/server-kit/http'
import { createLogger } from '@latchkey/server-kit/log'
import { custodyConfig } from '../settings/variables.js'
import { readCustodyConfig, readEnvironment } from './readEnvironment.js'
import { runCommand, usage } from './runCommand.js'
import { startCustody } from './startCustody.js'

const words = process.argv.slice(2)
try {
  if (!printHelp(usage, words)) await run()
} catch (cause) {
  // one sentence for the operator; a stack adds nothing
  console.error(cause instanceof Error ? cause.message : cause)
  process.exitCode = 1
}

async function run(): Promise<void> {
  if (words[0] === '--print-config') printConfig((await readCustodyConfig(process.env)).config)
  else if (words.length > 0) {
    const readInput = (): Promise<string> => text(process.stdin)
    const environment = { ...process.env, ...(await readTexts(custodyConfig, process.env)) }
    const result = await runCommand(words, { environment, readInput, say: console.error })
    console.log(typeof result === 'string' ? result : JSON.stringify(result))
    if (isFailure(result)) process.exitCode = 1
  } else {
    const { logsRequests, logLevel, ...options } = await readEnvironment(process.env)
    const { warn, logRequest } = createLogger({ level: logLevel, polls: ['/projects'] })
    const custody = await startCustody({ ...options, warn, record: logsRequests ? logRequest : undefined })
    const { address, operatorAddress, metricsUrl } = custody
    console.log(JSON.stringify({ ready: true, address, operatorAddress, metricsUrl }))
    stopOnSignals({ ...options, stop: custody.stop })
  }
}

/** A report that contains its own result. */
function isFailure(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false
}
