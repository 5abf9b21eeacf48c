import type { Projects } from '../projects/project.js'

export type StartCustodyOptions = {
  /** Where the site finds it: a unix socket that only this account may open, or a port of a private network, 0 for a free one. */
  readonly listen: { readonly socket: string } | { readonly port: number; readonly host?: string | undefined }
  /** PostgreSQL: `postgres://user:password@host:port/name`. */
  readonly databaseUrl: string
  /** Holds the key-encryption key, 32 bytes in hex; readable for this account only, and never beside the database. */
  readonly kekFile: string
  /** Makes that file where the database was never used with one. */
  readonly createsKek?: boolean | undefined
  /** `smtp://user:password@host:port` or `smtps:`. */
  readonly smtpUrl: string
  /** e.g. `Latchkey <login@example.org>` */
  readonly mailFrom: string
  /** Of the site: mailed links begin with it. */
  readonly publicUrl: string
  readonly projects: Projects
  /** Milliseconds since the epoch. */
  readonly now?: (() => number) | undefined
  /** Tells what broke here, not what a caller did wrong. Never hears a secret or an address of mail. */
  readonly warn?: ((cause: unknown) => void) | undefined
}

/** `address` is what the site takes as `CUSTODY`: the path of the socket, or a URL. */
export type RunningCustody = { readonly address: string; readonly stop: () => Promise<void> }

/**
 * Starts the process that alone holds keys and signs. It keeps nothing outside of its database: as many as needed may run side
 * by side. Rejects, and has written nothing, where the key-encryption key is missing or not the database's own.
 */
export declare function startCustody(options: StartCustodyOptions): Promise<RunningCustody>
