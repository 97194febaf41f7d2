-- One history of the status, the assignee and the follow-up day of an enquiry, instead of three. The values of an
-- assignee are emails, which stay when the account is deleted.
CREATE TABLE enquiry_changes (
  id INTEGER PRIMARY KEY,
  enquiry_id INTEGER NOT NULL REFERENCES contact_submissions (id) ON DELETE CASCADE,
  field TEXT NOT NULL CHECK (field IN ('status', 'assigned_to', 'due_on')),
  from_value TEXT,
  to_value TEXT,
  by_admin TEXT,
  by_message INTEGER REFERENCES messages (id) ON DELETE SET NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX enquiry_changes_enquiry ON enquiry_changes (enquiry_id);
CREATE INDEX enquiry_changes_message ON enquiry_changes (by_message) WHERE by_message IS NOT NULL;

INSERT INTO enquiry_changes
    (enquiry_id, field, from_value, to_value, by_admin, by_message, created_at)
  SELECT enquiry_id, 'status', from_status, to_status, nullif(admin_email, ''), by_message, created_at
  FROM status_changes ORDER BY id;
INSERT INTO enquiry_changes (enquiry_id, field, from_value, to_value, by_admin, created_at)
  SELECT enquiry_id, 'assigned_to', from_email, to_email, admin_email, created_at
  FROM assignments ORDER BY id;
INSERT INTO enquiry_changes (enquiry_id, field, from_value, to_value, by_admin, created_at)
  SELECT enquiry_id, 'due_on', from_day, to_day, admin_email, created_at
  FROM follow_ups ORDER BY id;

DROP TABLE status_changes;
DROP TABLE assignments;
DROP TABLE follow_ups;
