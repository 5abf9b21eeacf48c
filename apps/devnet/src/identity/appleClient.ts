import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'

export type AppleClient = {
  /** Settings for the vault. */
  readonly settings: { readonly teamId: string; readonly keyId: string; readonly privateKey: string }
  /** Verifies a client secret: signed by the key, for this client and provider. */
  readonly isSecret: (
    secret: string,
    claims: { readonly clientId: string; readonly issuer: string },
  ) => Promise<boolean>
}

/** Creates Apple's replacement of a client secret: a key per team that signs short-lived tokens. */
export async function createAppleClient(): Promise<AppleClient> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const settings = { teamId: 'LATCHKEY00', keyId: 'DEVNET0001', privateKey: await exportPKCS8(privateKey) }
  return {
    settings,
    isSecret: (secret, { clientId, issuer }) =>
      jwtVerify(secret, publicKey, {
        issuer: settings.teamId,
        subject: clientId,
        audience: issuer,
        algorithms: ['ES256'],
        maxTokenAge: '10m',
      }).then(
        ({ protectedHeader }) => protectedHeader.kid === settings.keyId,
        () => false,
      ),
  }
}
