export class UploadCancelled extends Error {}

/**
 * Posts a form and returns the completed request, with any status. Uses XMLHttpRequest, because fetch reports no
 * upload progress. Throws UploadCancelled after `request.abort()`, and a TypeError without a connection.
 */
export function postForm(
  url: string,
  form: FormData,
  onProgress: (sentBytes: number, totalBytes: number) => void,
  request = new XMLHttpRequest(),
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    request.open('POST', url);
    request.setRequestHeader('Accept', 'application/json');
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    request.onload = () => resolve(request);
    // As the fetch of a browser says it (getFailureReason).
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    request.onabort = () => reject(new UploadCancelled());
    request.send(form);
  });
}
