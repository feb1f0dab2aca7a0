/** How often what lives is read again, milliseconds: a new fill is seen within five seconds, with what the store takes for it. */
export const liveMs = 2_000;
