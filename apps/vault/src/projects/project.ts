import type { Brand } from './brand.js'
import type { Policy } from './policy.js'

/** An app that may use this vault. */
export type Project = {
  readonly name: string
  /** Its look on the vault's pages and in its emails. */
  readonly brand?: Brand | undefined
  /** Exact origins of its pages. */
  readonly origins: readonly string[]
  /** Exact paths that a login without a popup may return to. Default: `/`. */
  readonly returnPaths?: readonly string[] | undefined
  /** Paymasters that the app may name, besides the networks' own. */
  readonly paymasters?: readonly ProjectPaymaster[] | undefined
  /** Whether its users create passkeys to log in with; those they have work anyway. Default: true. */
  readonly passkeys?: boolean | undefined
  /** Issuer of tokens for its users. Default: none. */
  readonly jwt?: TokenIssuer | undefined
  /** Whether its users may continue without a login. Default: false. */
  readonly guests?: boolean | undefined
  /** Login by SMS, and the countries whose numbers may use it. Default: off. */
  readonly sms?: SmsPolicy | undefined
  /**
   * Whether its users may have a smart account that their passkey owns, and custody's keys don't. `required`: custody signs nothing alone but
   * sign-in messages. Default: `off`.
   */
  readonly selfCustody?: 'off' | 'optional' | 'required' | undefined
  /** Policy for its users. Without one, nothing is limited, and no contract function can be granted. */
  readonly policy?: Policy | undefined
}

/** Limits the cost of text messages. */
export type SmsPolicy = {
  /** ISO 3166-1 codes of the countries whose mobile numbers get messages. */
  readonly countries: readonly string[]
  /** Messages within 24 hours to numbers from browsers that their owners never used, and as many from the others. */
  readonly perDay: number
}

/** The app's own backend, which vouches for its users with JWTs. [RFC 7519] */
export type TokenIssuer = {
  /** `iss` of its tokens. */
  readonly issuer: string
  /** Their `aud`, or one of them. */
  readonly audience: string
  /** Its public keys. [RFC 7517] */
  readonly jwksUrl: string
  /** The claim that identifies a user for good. */
  readonly subjectClaim: string
  /** Those that a token may be signed with. */
  readonly algorithms: readonly string[]
}

/** A paymaster that an app names as `paymasterService.url`. [ERC-7677] */
export type ProjectPaymaster = {
  readonly url: string
  /** CAIP-2 ids of the networks on which it pays. */
  readonly chains: readonly string[]
}

/** By project id. */
export type Projects = ReadonlyMap<string, Project>

/** The part of a project that the site needs. Settings of logins and signing stay with custody. */
export type SiteProject = Omit<Project, 'policy' | 'jwt' | 'guests' | 'sms'> & { readonly id: string }

/** `POST /projects` of the site to custody. */
export type SiteProjectsRequest = {
  /** Of the list that the site has. */
  readonly digest?: string | undefined
  /** The `next` of the page before. */
  readonly after?: string | undefined
}

/** By id. `digest` identifies the whole list. */
export type SiteProjectsReply =
  | { readonly digest: string; readonly isSame: true }
  | {
      readonly digest: string
      readonly isSame?: undefined
      readonly projects: readonly SiteProject[]
      readonly next?: string | undefined
    }
