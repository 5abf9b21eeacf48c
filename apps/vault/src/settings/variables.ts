import {
  count,
  databaseUrl,
  defineConfig,
  flag,
  list,
  migrationVariables,
  monitoringVariables,
  poolSize,
  port,
  stopVariables,
  text,
  url,
  variable,
} from '@latchkey/server-kit/config'

const tls = {
  CUSTODY_TLS_CERT: variable(text().optional(), {
    about: "file with this program's certificate, see [below](#custody-on-another-machine)",
    unset: 'required for other machines',
  }),
  CUSTODY_TLS_KEY: variable(text().optional(), {
    about: 'file with its key, readable by its account only',
    unset: 'with the certificate',
  }),
  CUSTODY_TLS_CA: variable(text().optional(), {
    about: "file with the authority of the other side's certificates",
    unset: 'with the certificate',
  }),
} as const

const both = {
  VAULT_PROJECTS_FILE: variable(text().optional(), {
    about:
      'the apps and their [policies](#policies), read at startup; [projects of the database](#projects-without-a-restart) win',
  }),
  ...monitoringVariables,
  ...stopVariables,
  CLOCK_FILE: variable(text().optional(), {
    about: 'for development only: milliseconds by which the clock is shifted',
  }),
} as const

const webUrl = () => url({ schemes: ['https', 'http'], example: 'https://vault.example' })

const siteVariables = {
  CUSTODY: variable(list(), {
    about:
      'where custody is: the path of its socket, `http://127.0.0.1:4179`, or `https://10.0.0.5:4179` on another machine; several, separated by commas, stand in for each other',
  }),
  ...tls,
  VAULT_NETWORKS_FILE: variable(text(), { about: 'the networks, see above' }),
  PUBLIC_URL: variable(webUrl().optional(), {
    about: 'the site as users reach it; optional on one machine',
    unset: '`http://vault.localhost:{PORT}`',
  }),
  PORT: variable(port(), { about: 'port to listen on; `0` for a free one', initial: '4176' }),
  HOST: variable(text(), { about: 'address to listen on', initial: '127.0.0.1' }),
  TRUST_PROXY: variable(flag(), {
    about: '`1`: clients are identified by the last address of `X-Forwarded-For`, which your proxy sets',
    initial: '0',
  }),
  ...both,
} as const

const emails = (scope: string, initial: string) =>
  variable(text(), { about: `how many emails are sent ${scope}, see [below](#limits)`, initial })

const kek = {
  VAULT_KEK_FILE: variable(text().optional(), {
    about: "the key-encryption key, 64 hex digits, readable by custody's account only (`chmod 600`)",
    unset: 'required, or `VAULT_KEK_COMMAND`',
  }),
  VAULT_KEK_COMMAND: variable(text().optional(), {
    about: 'a program that stores it elsewhere, see [below](#the-key-in-a-kms-an-hsm-or-a-secret-store)',
    unset: 'required, or `VAULT_KEK_FILE`',
    isJson: true,
  }),
  VAULT_KEK_CREATE: variable(flag(), {
    about: '`1`: creates a key if the database was never used with one',
    initial: '0',
  }),
} as const

const custodyVariables = {
  DATABASE_URL: variable(databaseUrl(), {
    about: 'PostgreSQL, with a role that alone owns its database',
    secret: 'url',
  }),
  DATABASE_POOL: variable(poolSize(), { about: 'maximum connections of each process', initial: '10' }),
  ...migrationVariables,
  CUSTODY_SOCKET: variable(text().optional(), {
    about: 'the socket to create, which only its own account may open',
    unset: 'required, or `CUSTODY_PORT`',
  }),
  CUSTODY_PORT: variable(port().optional(), {
    about: 'a port, on this machine unless both sides [present certificates](#custody-on-another-machine)',
    unset: 'required, or `CUSTODY_SOCKET`',
  }),
  CUSTODY_HOST: variable(text(), { about: 'address of that port', initial: '127.0.0.1' }),
  ...tls,
  OPERATOR_SOCKET: variable(text().optional(), { about: 'the socket that serves [operators](#operators)' }),
  OPERATOR_PORT: variable(port().optional(), { about: 'a port for them, with the same certificates' }),
  OPERATOR_HOST: variable(text(), { about: 'address of that port', initial: '127.0.0.1' }),
  OPERATOR_APPROVALS: variable(text().optional(), {
    about: 'actions that a second operator has to approve, comma-separated',
  }),
  OPERATOR_TOKEN: variable(text().optional(), {
    about: 'only for commands: the token of the [operator](#operators) who runs them',
    secret: 'all',
  }),
  WEBHOOKS_ALLOW_PRIVATE: variable(flag(), {
    about: 'for development only: `1` allows webhooks on this machine and private networks, without TLS',
    initial: '0',
  }),
  RESTORE_DRILL_HOURS: variable(
    text()
      .refine((hours) => Number(hours) >= 0.1 && Number(hours) <= 8_760, 'must be a number of hours')
      .transform(Number)
      .optional(),
    { about: 'hours between two [restore drills](#restore-drills)', unset: 'never' },
  ),
  ...kek,
  KEY_HOST_SOCKET: variable(text().optional(), {
    about: 'the socket of a [key host](#the-key-host), which opens wallets in place of custody',
    unset: 'custody itself',
  }),
  KEY_HOST_ATTESTATION_FILE: variable(text().optional(), {
    about: 'what the attestation of the key host has to prove, see [below](#attestation)',
    unset: 'nothing',
  }),
  SPLIT_HOLDERS_FILE: variable(text().optional(), {
    about: 'the [share holders](#split-custody), without which wallets don’t open',
    unset: 'none',
  }),
  AUDIT_SINK_URL: variable(text().optional(), {
    about: 'where the audit log is also sent, see [below](#the-audit-log-elsewhere)',
    secret: 'url',
  }),
  AUDIT_SINK_TOKEN: variable(text().optional(), { about: 'sent as `Authorization: Bearer …`', secret: 'all' }),
  VAULT_NETWORKS_FILE: variable(text().optional(), {
    about:
      'the networks whose nodes [simulate](#simulation) requests, and name the owners of [self-custodial](#self-custody) accounts',
    unset: 'no simulation',
  }),
  EMAILS_PER_MAILBOX: emails('to a mailbox, from browsers that its owner never used', '1/30s, 5/h, 10/d'),
  EMAILS_PER_SOURCE_AND_MAILBOX: emails('of these, at the request of one address', '4/h, 6/d'),
  EMAILS_PER_KNOWN_DEVICE: emails('to a mailbox, from one browser that its owner has used', '1/30s, 5/h, 10/d'),
  EMAILS_PER_SOURCE: emails('to all mailboxes, at the request of one address', '100/h, 500/d'),
  PHISHING_LIST_FILE: variable(text().optional(), {
    about: 'sites whose requests are shown with a warning, see below',
  }),
  SMTP_URL: variable(text().regex(/^smtps?:\/\//i, 'must be a URL such as smtps://user:password@host'), {
    about: 'the mail server, `smtps://user:password@host`',
    secret: 'url',
  }),
  MAIL_FROM: variable(text(), { about: 'the sender of emails, e.g. `My app <login@example.org>`' }),
  PUBLIC_URL: variable(webUrl(), { about: 'the site as users reach it' }),
  SOCIAL_PROVIDERS_FILE: variable(text().optional(), {
    about: 'login providers besides email, see [below](#logins-with-other-providers)',
  }),
  FARCASTER_RELAY_URL: variable(text().optional(), {
    about: 'the relay between a login and a phone, e.g. `https://relay.farcaster.xyz`; both or none',
  }),
  FARCASTER_RPC_URL: variable(text().optional(), {
    about: 'an Optimism node, which says who owns a Farcaster id',
    secret: 'url',
  }),
  SMS_WEBHOOK_URL: variable(text().optional(), {
    about: 'what sends text messages through your provider, see [below](#logins-by-sms); both or none',
    unset: 'no login by SMS',
    secret: 'url',
  }),
  SMS_WEBHOOK_SECRET: variable(text().optional(), {
    about: 'what requests to it are signed with: `whsec_` and 24 to 64 bytes in base64',
    secret: 'all',
  }),
  ...both,
} as const

// not VAULT_: a program that stores the key may have its own variables, such as VAULT_ADDR
const prefixes = [
  ...(['CUSTODY_', 'EMAILS_PER_', 'FARCASTER_', 'AUDIT_SINK_', 'SMS_', 'WEBHOOKS_', 'KEY_HOST_', 'SPLIT_'] as const),
] as const

const keyHostVariables = {
  KEY_HOST_SOCKET: variable(text(), { about: 'the socket to create' }),
  KEY_HOST_SHARED: variable(flag(), {
    about: '`1`: the group of the socket may open it too, as custody runs under another account',
    initial: '0',
  }),
  VAULT_KEK_FILE: variable(text().optional(), {
    about: 'the key that wraps the data keys of wallets, 64 hex digits, readable by its account only (`chmod 600`)',
    unset: 'required, or `VAULT_KEK_COMMAND`',
  }),
  VAULT_KEK_COMMAND: kek.VAULT_KEK_COMMAND,
  VAULT_KEK_CREATE: variable(flag(), { about: '`1`: creates a missing key', initial: '0' }),
  KEY_HOST_ATTEST_COMMAND: variable(text().optional(), {
    about: 'a program that makes attestation documents, see [below](#attestation)',
    unset: 'none',
    isJson: true,
  }),
  KEY_HOST_EXPORTS_PER_HOUR: variable(count({ min: 0, max: 100_000 }), {
    about: 'recovery phrases that are exported in any hour',
    initial: '60',
  }),
  LOG_LEVEL: monitoringVariables.LOG_LEVEL,
  ...stopVariables,
} as const

const holderVariables = {
  DATABASE_URL: variable(databaseUrl(), {
    about: 'a PostgreSQL database of its own, which is small; it is migrated at startup',
    secret: 'url',
  }),
  HOLDER_SOCKET: variable(text().optional(), {
    about: 'the socket to create, which only its own account may open',
    unset: 'required, or `HOLDER_PORT`',
  }),
  HOLDER_PORT: variable(port().optional(), {
    about: 'a port, on this machine unless both sides present certificates',
    unset: 'required, or `HOLDER_SOCKET`',
  }),
  HOLDER_HOST: variable(text(), { about: 'address of that port', initial: '127.0.0.1' }),
  HOLDER_TLS_CERT: variable(text().optional(), {
    about: "file with the holder's certificate, `holder.pem`",
    unset: 'required for other machines',
  }),
  HOLDER_TLS_KEY: variable(text().optional(), {
    about: 'file with its key, readable by its account only',
    unset: 'with the certificate',
  }),
  HOLDER_TLS_CA: variable(text().optional(), {
    about: "file with the authority of custody's certificate, `ca.pem`",
    unset: 'with the certificate',
  }),
  VAULT_KEK_FILE: variable(text().optional(), {
    about: "the holder's key, 64 hex digits, readable by its account only (`chmod 600`)",
    unset: 'required, or `VAULT_KEK_COMMAND`',
  }),
  VAULT_KEK_COMMAND: kek.VAULT_KEK_COMMAND,
  VAULT_KEK_CREATE: variable(flag(), { about: '`1`: creates a missing key', initial: '0' }),
  HOLDER_NEW_DEVICES_PER_HOUR: variable(count({ min: 1, max: 1_000_000 }), {
    about: 'devices that it accepts in any hour without having seen them with their user before',
    initial: '60',
  }),
  HOLDER_NEW_DEVICE_MINUTES: variable(count({ min: 0, max: 10_080 }), {
    about: 'minutes for which a new device waits if its user has another one already',
    initial: '0',
  }),
  HOLDER_OPENINGS_PER_HOUR: variable(count({ min: 1, max: 10_000_000 }), {
    about: 'calls for which it opens a key in any hour',
    initial: '3600',
  }),
  CLOCK_FILE: both.CLOCK_FILE,
  LOG_LEVEL: monitoringVariables.LOG_LEVEL,
  METRICS_PORT: monitoringVariables.METRICS_PORT,
  METRICS_HOST: monitoringVariables.METRICS_HOST,
  ...stopVariables,
} as const

/** All variables of a share holder. */
export const holderConfig = defineConfig({
  variables: holderVariables,
  prefixes: ['HOLDER_'],
  alsoKnown: custodyVariables,
})

/** All variables of the key host. */
export const keyHostConfig = defineConfig({
  variables: keyHostVariables,
  prefixes: ['KEY_HOST_'],
  alsoKnown: custodyVariables,
})

/** All variables of the site. */
export const siteConfig = defineConfig({ variables: siteVariables, prefixes, alsoKnown: custodyVariables })

/** All variables of custody. */
export const custodyConfig = defineConfig({
  variables: custodyVariables,
  prefixes,
  alsoKnown: { ...siteVariables, ...keyHostVariables, ...holderVariables },
})
