import { parseArgs } from 'node:util'
import { printConfig, readTexts } from '@latchkey/server-kit/config'
import { runMigrate } from '@latchkey/server-kit/database'
import { printHelp } from '@latchkey/server-kit/help'
import { stopOnSignals } from '@latchkey/server-kit/http'
import { roles } from './access.js'
import { operatorName } from './api.js'
import { consoleConfig, readConsoleConfig, readEnvironment } from './environment.js'
import { schema } from './server/database.js'
import { inviteOperator, startConsole } from './startConsole.js'

const help = `Usage: node dist/main.js
       node dist/main.js --print-config
       node dist/main.js invite --name=alice [--role=owner]
       node dist/main.js migrate [--dry-run]

Starts the operator console until Ctrl-C, and prints its address. The environment or a file configures it: PUBLIC_URL,
DATABASE_URL, CONSOLE_SECRET_FILE, VAULT_OPERATORS and others; apps/console/README.md lists all of them.

  --print-config   prints the settings with where each comes from, without secrets, and what is wrong with them
  invite           prints a link, valid once and for 15 minutes, by which an operator registers a passkey. For an
                   operator who has lost all passkeys, use their name: they keep their role.
                   --role is owner (the default), support or auditor.
  migrate          migrates the database and exits, or prints the SQL that it would run; as the role of
                   MIGRATION_DATABASE_URL`

try {
  if (!printHelp(help)) await run(process.argv.slice(2))
} catch (cause) {
  // one sentence for the operator; a stack adds nothing
  console.error(cause instanceof Error ? cause.message : cause)
  process.exitCode = 1
}

async function run([command, ...words]: readonly string[]): Promise<void> {
  if (command === '--print-config') return printConfig((await readConsoleConfig(process.env)).config)
  if (command === 'migrate') {
    const { DATABASE_URL, MIGRATION_DATABASE_URL: url = DATABASE_URL } = await readTexts(consoleConfig, process.env)
    console.log(await runMigrate({ schema, applicationName: 'latchkey-console', url, words }))
    return
  }
  if (command !== undefined && command !== 'invite') throw new Error(`Unknown command: ${command}. See --help.`)
  const options = await readEnvironment(process.env)
  if (command === 'invite') {
    console.log(JSON.stringify(await inviteOperator({ ...options, ...readInvite(words) })))
    return
  }
  const { url, stop } = await startConsole(options)
  console.log(JSON.stringify({ ready: true, url }))
  stopOnSignals({ ...options, stop })
}

function readInvite(words: readonly string[]): { readonly name: string; readonly role: (typeof roles)[number] } {
  const { name, role = 'owner' } = parseArgs({
    args: [...words],
    options: { name: { type: 'string' }, role: { type: 'string' } },
  }).values
  const known = roles.find((one) => one === role)
  if (!known) throw new Error(`--role must be one of ${roles.join(', ')}, not ${role}.`)
  const parsed = operatorName.safeParse(name)
  if (!parsed.success) throw new Error(`--name ${parsed.error.issues[0]?.message ?? 'is invalid'}.`)
  return { name: parsed.data, role: known }
}
