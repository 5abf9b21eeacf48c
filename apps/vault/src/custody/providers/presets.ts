import type { SocialProvider } from '../../protocol/login.js'
import type { OAuthProvider, OidcProvider } from './provider.js'

type Own = 'provider' | 'clientId' | 'secret'
export type Preset = (Omit<OidcProvider, Own> | Omit<OAuthProvider, Own>) & {
  /** How the secret is shown where there is one. */
  readonly shows: 'post' | 'basic'
}

/**
 * Where each of the six is found, and the least that it has to be asked for: who it is, and how they are called. No address of mail is
 * asked for, as none is gone by. `fresh` is the most that each offers to have its user look at the login again; Apple always does so, and
 * X has nothing for it. Each of them can be overridden by the configuration.
 */
export const presets: Readonly<Record<SocialProvider, Preset>> = {
  google: {
    kind: 'oidc',
    issuer: 'https://accounts.google.com',
    scope: 'openid profile',
    fresh: { prompt: 'select_account' },
    shows: 'post',
  },
  // with the name asked for, Apple answers by a form only; and gives it to a browser once, unsigned
  apple: {
    kind: 'oidc',
    issuer: 'https://appleid.apple.com',
    scope: 'openid name',
    responseMode: 'form_post',
    shows: 'post',
  },
  github: {
    kind: 'oauth2',
    issuer: 'https://github.com/login/oauth',
    authorizationUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    userUrl: 'https://api.github.com/user',
    scope: 'read:user',
    subjectPath: ['id'],
    namePath: ['login'],
    fresh: { prompt: 'select_account' },
    shows: 'post',
  },
  facebook: {
    kind: 'oauth2',
    issuer: 'https://www.facebook.com',
    authorizationUrl: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v23.0/oauth/access_token',
    userUrl: 'https://graph.facebook.com/v23.0/me?fields=id,name',
    scope: 'public_profile',
    subjectPath: ['id'],
    namePath: ['name'],
    fresh: { auth_type: 'reauthenticate' },
    shows: 'post',
  },
  x: {
    kind: 'oauth2',
    issuer: 'https://x.com',
    authorizationUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    userUrl: 'https://api.x.com/2/users/me',
    scope: 'users.read tweet.read',
    subjectPath: ['data', 'id'],
    namePath: ['data', 'username'],
    shows: 'basic',
  },
  discord: {
    kind: 'oauth2',
    issuer: 'https://discord.com',
    authorizationUrl: 'https://discord.com/oauth2/authorize',
    tokenUrl: 'https://discord.com/api/oauth2/token',
    userUrl: 'https://discord.com/api/users/@me',
    scope: 'identify',
    subjectPath: ['id'],
    namePath: ['username'],
    fresh: { prompt: 'consent' },
    shows: 'post',
  },
}
