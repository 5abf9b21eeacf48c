const labels = {
  uri: 'URI',
  version: 'Version',
  chainId: 'Chain ID',
  nonce: 'Nonce',
  issuedAt: 'Issued At',
  expirationTime: 'Expiration Time',
  notBefore: 'Not Before',
  requestId: 'Request ID',
} as const

/** The text of a sign-in (Sign In With Solana, after EIP-4361). */
export function writeSignIn(input: Readonly<Record<string, unknown>>): string {
  const { domain, address, statement, resources } = input
  const fields = Object.entries(labels).flatMap(([name, label]) =>
    input[name] === undefined ? [] : [`${label}: ${input[name]}`],
  )
  const list = Array.isArray(resources) ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []
  const end = [...fields, ...list].join('\n')
  const head = `${domain} wants you to sign in with your Solana account:\n${address}`
  return [head, statement, end].filter(Boolean).join('\n\n')
}
