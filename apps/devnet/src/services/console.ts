import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runProgram, startProgram } from './program.js'

type Service = { readonly url: string; readonly token: string }

export type StartConsoleOptions = {
  /** The folder of the console's build, with `main.js`. */
  readonly programs: string
  /** Part of its URL, to which passkeys belong; a busy one is an error. */
  readonly port: number
  /** Folder of its secret, which must differ from the database's folder. */
  readonly folder: string
  readonly databaseUrl: string
  /** Custody's listener for operators, see {@link startVault}. */
  readonly vault?: Service | undefined
  /** The gateway's, see {@link startGateways}. */
  readonly gateway?: Service | undefined
  /** Health and metrics of a relay. */
  readonly relay?: { readonly url: string; readonly metricsUrl?: string | undefined } | undefined
  /** More settings, such as those of single sign-on. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

export type ConsoleCommand = { readonly file: string; readonly env: Readonly<Record<string, string>> }

export type RunningConsole = {
  /** `http://console.localhost:…/` */
  readonly url: string
  readonly port: number
  /** The program and environment of its commands. See {@link inviteOperator}. */
  readonly command: ConsoleCommand
  readonly exited: Promise<void>
  /** May be called more than once. */
  readonly stop: () => Promise<void>
}

/** Starts the operator console as in production, in its own process. */
export async function startConsole(options: StartConsoleOptions): Promise<RunningConsole> {
  const { programs, port, folder, databaseUrl, vault, gateway, relay } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const url = `http://console.localhost:${port}/`
  const env = {
    ...options.env,
    PUBLIC_URL: url,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    CONSOLE_SECRET_FILE: join(folder, 'secret'),
    DRAIN_SECONDS: '0',
    ...(vault && { VAULT_OPERATORS: vault.url, VAULT_TOKEN: vault.token }),
    ...(gateway && { GATEWAY_ADMIN_URL: gateway.url, GATEWAY_TOKEN: gateway.token }),
    ...(relay && { RELAY_URL: relay.url }),
    ...(relay?.metricsUrl !== undefined && { RELAY_METRICS_URL: relay.metricsUrl }),
  }
  const file = join(programs, 'main.js')
  const program = await startProgram({ file, env })
  return {
    url,
    port,
    command: { file, env },
    exited: program.exited,
    stop: program.stop,
  }
}

type InviteOptions = { readonly name: string; readonly role?: 'owner' | 'support' | 'auditor' | undefined }

/** Returns a link by which an operator registers a passkey, once and within 15 minutes. */
export async function inviteOperator(
  command: ConsoleCommand,
  { name, role = 'owner' }: InviteOptions,
): Promise<string> {
  const args = ['invite', `--name=${name}`, `--role=${role}`]
  return ((await runProgram({ ...command, args })) as { readonly link: string }).link
}
