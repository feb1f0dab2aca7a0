/** Scrolls to the anchor of the address, and opens the elements that contain it. */
export function scrollToAnchor(): void {
  const anchor = decodeURIComponent(location.hash.slice(1));
  const place = anchor === '' ? null : document.getElementById(anchor);
  if (place === null) return;
  for (
    let around = place.closest('details');
    around !== null;
    around = around.parentElement!.closest('details')
  )
    around.open = true;
  place.scrollIntoView();
}
