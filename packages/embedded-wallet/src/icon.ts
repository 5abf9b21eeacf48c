/** An envelope, for rows of the wallet list. A data URL: no page of anybody is asked for it. */
export const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'%3E%3Crect width='40' height='40' fill='%235b6cff'/%3E%3Cg fill='none' stroke='%23fff' stroke-width='3'%3E%3Crect x='9' y='12' width='22' height='16' rx='3'/%3E%3Cpath d='m10 14 10 8 10-8'/%3E%3C/g%3E%3C/svg%3E"
