import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'

/** The part of the Compose specification that compose.yaml uses. The linter checks the file against all of it. */
export type Service = {
  readonly image: string
  readonly command?: readonly string[]
  readonly restart: string
  /** The service only starts with one of these profiles. */
  readonly profiles?: readonly string[]
  readonly read_only: boolean
  readonly tmpfs?: readonly string[]
  readonly cap_drop?: readonly string[]
  readonly cap_add?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly mem_limit?: string
  readonly shm_size?: string
  readonly cpus?: number
  readonly pids_limit?: number
  readonly stop_signal?: string
  readonly stop_grace_period?: string
  readonly env_file?: string
  readonly environment?: Readonly<Record<string, string | number>>
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
  readonly ports?: readonly string[]
  readonly networks: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string }>>
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean }
}

export type Compose = {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: Readonly<
    Record<string, { readonly internal?: boolean; readonly ipam?: { readonly config: readonly { subnet: string }[] } }>
  >
  readonly volumes: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

/** Reads a Compose file, and substitutes the variables of an `.env` file. Throws if a required variable is not set. */
export async function readCompose(file: string, env: Readonly<Record<string, string>>): Promise<Compose> {
  const text = await readFile(file, 'utf8')
  const filled = text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest?: string) => {
    const value = env[name]
    if (value) return value
    if (kind === '-') return rest ?? ''
    throw new Error(`${name} is not set: ${rest || 'it has no default'}.`)
  })
  return parse(filled, { merge: true }) as Compose
}

/** Reads the variables of an env file. */
export async function readEnvFile(file: string): Promise<Readonly<Record<string, string>>> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => /^\w+=/.test(line))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

/** The networks of a service, with its address in each if it has one. */
export function listNetworks({ networks }: Service): readonly (readonly [string, string | undefined])[] {
  if (isList(networks)) return networks.map((name) => [name, undefined])
  return Object.entries(networks).map(([name, { ipv4_address }]) => [name, ipv4_address])
}

const isList = (value: Service['networks']): value is readonly string[] => Array.isArray(value)

/** Returns the arguments of `podman run` for a service of a Compose file in `folder`. All names start with `prefix`. */
export function toPodman(
  name: string,
  { compose, folder, prefix }: { readonly compose: Compose; readonly folder: string; readonly prefix: string },
): readonly string[] {
  const service = compose.services[name]
  if (!service) throw new Error(`compose.yaml has no service ${name}.`)
  const all = <value>(values: readonly value[] | undefined, toFlag: (value: value) => string): readonly string[] =>
    (values ?? []).map(toFlag)
  const one = (value: string | number | undefined, flag: string): readonly string[] =>
    value === undefined ? [] : [`--${flag}=${value}`]
  const toPath = (path: string): string => (path.startsWith('.') ? join(folder, path) : `${prefix}-${path}`)
  return [
    `--name=${prefix}-${name}`,
    ...(service.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...all(service.tmpfs, (place) => `--tmpfs=${place}`),
    ...all(service.cap_drop, (capability) => `--cap-drop=${capability}`),
    ...all(service.cap_add, (capability) => `--cap-add=${capability}`),
    ...all(service.security_opt, (option) => `--security-opt=${option.replace(/:true$/, '')}`),
    ...one(service.mem_limit, 'memory'),
    ...one(service.shm_size, 'shm-size'),
    ...one(service.pids_limit, 'pids-limit'),
    ...one(service.stop_signal, 'stop-signal'),
    ...(service.env_file === undefined ? [] : [`--env-file=${join(folder, service.env_file)}`]),
    ...all(Object.entries(service.environment ?? {}), ([key, value]) => `--env=${key}=${value}`),
    ...all(service.secrets, (secret) => {
      const file = compose.secrets[secret]?.file ?? ''
      return `--volume=${join(folder, file)}:/run/secrets/${secret}:ro`
    }),
    ...all(service.volumes, (volume) => {
      const [from = '', ...rest] = volume.split(':')
      return `--volume=${[toPath(from), ...rest].join(':')}`
    }),
    ...all(service.ports, (port) => `--publish=127.0.0.1:${port}`),
    ...listNetworks(service).map(([network, address]) => {
      const options = [`alias=${name}`, ...(address === undefined ? [] : [`ip=${address}`])]
      return `--network=${prefix}-${network}:${options.join(',')}`
    }),
    ...(service.healthcheck?.disable ? ['--no-healthcheck'] : []),
    service.image,
    ...(service.command ?? []),
  ]
}
