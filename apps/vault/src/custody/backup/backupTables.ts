/** What a backup holds, in the order in which rows refer to each other. Sessions, codes and limits are of the day: they are left out. */
export const backupTables = [
  'vault_settings',
  'users',
  'identities',
  'logins',
  'wallets',
  'devices',
  'device_users',
  'mail_links',
  'recovery_codes',
  'recoveries',
  'seals',
  'signing_switches',
  'wallet_freezes',
  'notices',
  'pending_seals',
  'kept_deks',
  'audit',
] as const

export type BackupTable = (typeof backupTables)[number]

/** A cell as PostgreSQL writes it in JSON; bytes as text, `\x` and hex. */
export type BackupRow = Readonly<Record<string, string | number | boolean | null>>

export const backupVersion = 1
