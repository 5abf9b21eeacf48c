import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'

export type AppleClient = {
  /** As the vault is configured with it. */
  readonly settings: { readonly teamId: string; readonly keyId: string; readonly privateKey: string }
  /** Whether what was sent as a secret is signed by that key, for this client and provider. */
  readonly isSecret: (
    secret: string,
    claims: { readonly clientId: string; readonly issuer: string },
  ) => Promise<boolean>
}

/** What Apple has in place of a client's secret: a key of its own for each team, whose tokens it takes for minutes. */
export async function createAppleClient(): Promise<AppleClient> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const settings = { teamId: 'LATCHKEY00', keyId: 'DEVNET0001', privateKey: await exportPKCS8(privateKey) }
  return {
    settings,
    isSecret: (secret, { clientId, issuer }) =>
      jwtVerify(secret, publicKey, {
        ...{ issuer: settings.teamId, subject: clientId, audience: issuer, algorithms: ['ES256'] },
        maxTokenAge: '10m',
      }).then(
        ({ protectedHeader }) => protectedHeader.kid === settings.keyId,
        () => false,
      ),
  }
}
