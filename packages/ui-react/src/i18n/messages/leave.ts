/** What every view says that ends a connection. It comes with those views. */
export const leaveTexts = { disconnect: 'Disconnect' } as const
