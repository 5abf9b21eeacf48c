import type { AdminProject } from '@latchkey/gateway/admin'
import type { ProjectSettings, ProjectView } from '@latchkey/vault/operators'
import type { SessionView } from '../api.js'
import type { Client } from './client.js'

/** One project id, as the vault and the gateway have it. */
export type Both = {
  readonly id: string
  readonly vault: ProjectView | undefined
  readonly gateway: AdminProject | undefined
}

/** Loads the projects of all services that are configured, by id. */
export async function loadProjects(
  client: Client,
  services: SessionView['services'],
  signal?: AbortSignal,
): Promise<readonly Both[]> {
  const [vault, gateway] = await Promise.all([
    services.vault.isConfigured ? client.vault('GET /v1/projects', {}, signal) : { projects: [] },
    services.gateway.isConfigured
      ? client.gateway<{ readonly projects: readonly AdminProject[] }>('GET', '/projects', { signal })
      : { projects: [] },
  ])
  const ids = new Set([...vault.projects, ...gateway.projects].map(({ id }) => id))
  return [...ids].sort().map((id) => ({
    id,
    vault: vault.projects.find((one) => one.id === id),
    gateway: gateway.projects.find((one) => one.id === id),
  }))
}

/** Features that the gateway may decide for an app; null leaves a feature to the app. */
export const features = [
  ['social_login', 'Logins by email and social account'],
  ['swap', 'Swaps'],
  ['onramp', 'Buying'],
  ['activity', 'Activity'],
  ['multi_wallet', 'Several wallets'],
] as const
export type FeatureId = (typeof features)[number][0]

/** Whether users may own their smart account with a passkey. */
export const selfCustodyModes = [
  ['off', 'No'],
  ['optional', 'If they want to'],
  ['required', 'Always: nothing is signed without it'],
] as const
export type SelfCustody = (typeof selfCustodyModes)[number][0]

/** Content of the form, as typed. */
export type Form = {
  readonly name: string
  readonly origins: string
  readonly returnPaths: string
  readonly color: string
  readonly logo: string
  readonly passkeys: boolean
  readonly guests: boolean
  readonly selfCustody: SelfCustody
  readonly jwtIssuer: string
  readonly jwtAudience: string
  readonly jwtKeys: string
  readonly dailyValue: string
  readonly stepUpAbove: string
  readonly holdAbove: string
  readonly holdHours: string
  readonly holdNewDevice: string
  /** JSON of all other settings of the vault. */
  readonly others: string
  /** Whether the app or the gateway decides about features. */
  readonly decides: 'app' | 'gateway'
  readonly enabled: readonly FeatureId[]
  /** Logins in the order of the modal, separated by commas. */
  readonly logins: string
  /** On-ramp providers by name, separated by commas. */
  readonly providers: string
  readonly requestsPerMinute: string
  readonly isAnalyticsEnabled: boolean
}

type Logins = {
  readonly passkeys?: boolean
  readonly guests?: boolean
  readonly selfCustody?: SelfCustody
  readonly jwt?: { readonly issuer?: string; readonly audience?: string; readonly jwksUrl?: string }
}
type Policy = {
  readonly dailyValue?: string
  readonly stepUpAbove?: string
  readonly holdFirstTransfer?: { readonly above?: string; readonly hours?: number }
  readonly holdNewDevice?: { readonly hours?: number }
}
type Brand = { readonly color?: string; readonly logo?: string }

/** Fills the form from both services. */
export function toForm({ vault, gateway }: Pick<Both, 'vault' | 'gateway'>): Form {
  const {
    name = '',
    origins,
    returnPaths,
    brand,
    policy,
    passkeys = true,
    guests = false,
    selfCustody = 'off',
    jwt,
    ...rest
  } = (vault?.settings ?? {}) as Partial<ProjectSettings> & Logins
  const { dailyValue, stepUpAbove, holdFirstTransfer, holdNewDevice, ...otherPolicy } = (policy ?? {}) as Policy
  const { issuer = '', audience = '', jwksUrl = '', ...otherJwt } = jwt ?? {}
  const others = {
    ...rest,
    ...(Object.keys(otherPolicy).length > 0 && { policy: otherPolicy }),
    ...(Object.keys(otherJwt).length > 0 && { jwt: otherJwt }),
  }
  const list = gateway?.settings.features
  const readConfig = (feature: FeatureId): string | undefined =>
    list?.find(({ id }) => id === feature)?.config.join(', ')
  return {
    name,
    origins: (origins ?? gateway?.settings.allowedOrigins ?? []).join('\n'),
    returnPaths: ((returnPaths ?? []) as readonly string[]).join('\n'),
    color: (brand as Brand | undefined)?.color ?? '',
    logo: (brand as Brand | undefined)?.logo ?? '',
    ...{ passkeys, guests, selfCustody, jwtIssuer: issuer, jwtAudience: audience, jwtKeys: jwksUrl },
    dailyValue: dailyValue ?? '',
    stepUpAbove: stepUpAbove ?? '',
    holdAbove: holdFirstTransfer?.above ?? '',
    holdHours: String(holdFirstTransfer?.hours ?? ''),
    holdNewDevice: String(holdNewDevice?.hours ?? ''),
    others: Object.keys(others).length > 0 ? JSON.stringify(others, null, 2) : '',
    decides: list === undefined ? 'app' : 'gateway',
    enabled: features.flatMap(([id]) => (list?.some((one) => one.id === id && one.isEnabled) ? [id] : [])),
    logins: readConfig('social_login') ?? 'email',
    providers: readConfig('onramp') ?? '',
    requestsPerMinute: String(gateway?.settings.requestsPerMinute ?? ''),
    isAnalyticsEnabled: gateway?.settings.isAnalyticsEnabled ?? false,
  }
}

const toLines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
const toNames = (text: string): readonly string[] => text.split(',').flatMap((one) => one.trim() || [])

/** Validation errors by field. The services validate everything again. */
export type Problems = Readonly<Partial<Record<keyof Form | 'id', string>>>

export function findProblems(form: Form): Problems {
  const origins = toLines(form.origins)
  const bad = origins.find((one) => !URL.canParse(one) || new URL(one).origin !== one)
  const isNumber = (text: string): boolean => text === '' || /^\d+(\.\d+)?$/.test(text)
  const jwt = [form.jwtIssuer, form.jwtAudience, form.jwtKeys]
  const jwtProblem = jwt.some(Boolean) ? 'Fill in all three, or none.' : undefined
  return {
    ...(form.name.trim() === '' && { name: 'Enter the name that users see.' }),
    ...(origins.length === 0 && { origins: 'Enter at least one origin.' }),
    ...(bad !== undefined && { origins: `${bad} is not an origin such as https://app.example.org, without a path.` }),
    ...(!/^(#[\da-f]{6})?$/i.test(form.color) && { color: 'Write a color as #3257e6.' }),
    ...(form.jwtIssuer === '' && jwtProblem && { jwtIssuer: jwtProblem }),
    ...(form.jwtAudience === '' && jwtProblem && { jwtAudience: jwtProblem }),
    ...(form.jwtKeys === '' && jwtProblem && { jwtKeys: jwtProblem }),
    ...(form.jwtKeys !== '' &&
      !/^https?:/.test(form.jwtKeys) && { jwtKeys: 'Enter an address that starts with https://.' }),
    ...(!isNumber(form.stepUpAbove) && { stepUpAbove: 'Enter a number.' }),
    ...(!isNumber(form.dailyValue) && { dailyValue: 'Enter a number.' }),
    ...(!isNumber(form.holdAbove) && { holdAbove: 'Enter a number.' }),
    ...((!isNumber(form.holdHours) || (form.holdAbove !== '' && form.holdHours === '')) && {
      holdHours: 'Enter for how many hours.',
    }),
    ...(!isNumber(form.holdNewDevice) && { holdNewDevice: 'Enter a number of hours.' }),
    ...(parseOthers(form.others) === undefined && { others: 'This is not a JSON object.' }),
    ...(form.decides === 'gateway' &&
      form.enabled.includes('onramp') &&
      toNames(form.providers).length === 0 && { providers: 'Enter at least one provider.' }),
    ...(!/^\d{0,9}$/.test(form.requestsPerMinute) && { requestsPerMinute: 'Enter a whole number.' }),
  }
}

function parseOthers(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined // the form says so
  }
}

/** Settings for the vault, as in its `projects.json`. */
export function toVaultSettings(form: Form): ProjectSettings {
  const { policy: otherPolicy, jwt: otherJwt, ...others } = parseOthers(form.others) ?? {}
  const jwt = {
    ...(otherJwt as object | undefined),
    ...(form.jwtIssuer !== '' && { issuer: form.jwtIssuer, audience: form.jwtAudience, jwksUrl: form.jwtKeys }),
  }
  const policy = {
    ...(otherPolicy as object | undefined),
    ...(form.stepUpAbove !== '' && { stepUpAbove: form.stepUpAbove }),
    ...(form.dailyValue !== '' && { dailyValue: form.dailyValue }),
    ...(form.holdAbove !== '' && { holdFirstTransfer: { above: form.holdAbove, hours: Number(form.holdHours) } }),
    ...(form.holdNewDevice !== '' && { holdNewDevice: { hours: Number(form.holdNewDevice) } }),
  }
  const brand = { ...(form.color !== '' && { color: form.color }), ...(form.logo !== '' && { logo: form.logo }) }
  const returnPaths = toLines(form.returnPaths)
  return {
    ...others,
    name: form.name.trim(),
    origins: toLines(form.origins),
    ...(returnPaths.length > 0 && { returnPaths }),
    ...(Object.keys(brand).length > 0 && { brand }),
    ...(!form.passkeys && { passkeys: false }),
    ...(form.guests && { guests: true }),
    ...(form.selfCustody !== 'off' && { selfCustody: form.selfCustody }),
    ...(Object.keys(jwt).length > 0 && { jwt }),
    ...(Object.keys(policy).length > 0 && { policy }),
  }
}

/** Whether saving the form changes what the vault has stored. */
export function hasVaultChange(base: Pick<Both, 'vault' | 'gateway'>, form: Form): boolean {
  const toText = (one: Form): string => JSON.stringify(toVaultSettings(one))
  return base.vault?.source !== 'database' || toText(form) !== toText(toForm(base))
}

/** Settings for the gateway. Features and values without a form field stay. */
export function toGatewaySettings(form: Form, before: AdminProject | undefined): AdminProject['settings'] {
  const own = before?.settings.features ?? []
  const isKnown = (id: string): boolean => features.some(([one]) => one === id)
  const toConfig = (id: FeatureId): readonly string[] => {
    if (id === 'social_login') return toNames(form.logins)
    if (id === 'onramp') return toNames(form.providers)
    return own.find((one) => one.id === id)?.config ?? []
  }
  const list = [
    ...features.map(([id]) => ({ id, isEnabled: form.enabled.includes(id), config: toConfig(id) })),
    ...own.filter(({ id }) => !isKnown(id)),
  ]
  return {
    ...(form.decides === 'gateway' && { features: list }),
    allowedOrigins: toLines(form.origins),
    isAnalyticsEnabled: form.isAnalyticsEnabled,
    ...(form.requestsPerMinute !== '' && { requestsPerMinute: Number(form.requestsPerMinute) }),
  }
}

/** Black or white, whichever is easier to read on a color. [WCAG 2.2, relative luminance] */
export function toTextColor(color: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff'
}
