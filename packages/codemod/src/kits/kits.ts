/** The modals that apps can be moved from. */
export const kits = ['appkit', 'rainbowkit', 'connectkit'] as const
export type Kit = (typeof kits)[number]

export function isKit(text: string): text is Kit {
  return kits.some((kit) => kit === text)
}
