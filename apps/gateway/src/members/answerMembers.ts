import type { ProtectedAnswer } from '@latchkey/siwx/server'

/** What only those who are signed in may read: who they are, and until when. An example of an app's own resource. */
export const answerMembers: ProtectedAnswer = (_, signedIn) =>
  Response.json({
    members: signedIn.map(({ data, by, validUntil }) => ({
      address: data.accountAddress,
      chainId: data.chainId,
      by,
      until: new Date(validUntil).toISOString(),
    })),
  })
